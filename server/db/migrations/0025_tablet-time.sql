ALTER TABLE "round" ADD COLUMN "tablet_time" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "work_event" ADD COLUMN "tablet_time" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "test_record" ADD COLUMN "tablet_time" timestamp (3) with time zone;