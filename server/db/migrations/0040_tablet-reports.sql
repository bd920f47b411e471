ALTER TABLE "refresh_family" ADD COLUMN "report" jsonb;--> statement-breakpoint
ALTER TABLE "refresh_family" ADD COLUMN "reported_at" timestamp (3) with time zone;