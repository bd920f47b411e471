-- See docs/decisions/555-late-rounds.md.
LOCK TABLE idempotency_key IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
ALTER TABLE "round_template" ADD COLUMN "submit_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "round_template" ADD COLUMN "late_told_on" date;