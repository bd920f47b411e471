LOCK TABLE idempotency_key IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
ALTER TABLE "notice_settings" ADD COLUMN "digest_at" text DEFAULT '07:30' NOT NULL;--> statement-breakpoint
ALTER TABLE "hospital_head" ADD COLUMN "listed_on" date;