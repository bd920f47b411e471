-- See docs/decisions/561-photo-of-a-device.md.
LOCK TABLE idempotency_key IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "photo_sha256" text;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "photo_preview" text;