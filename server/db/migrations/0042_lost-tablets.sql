ALTER TABLE "refresh_family" ADD COLUMN "lost_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refresh_family" ADD COLUMN "lost_told_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "refresh_family_lost" ON "refresh_family" USING btree ("device_id") WHERE "refresh_family"."lost_at" is not null;