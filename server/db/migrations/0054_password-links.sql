-- See docs/decisions/527-links-for-new-passwords.md.
LOCK TABLE idempotency_key IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
CREATE TABLE "password_reset" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"state" text NOT NULL,
	"attempts" integer NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"reason" text,
	"failed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "password_reset_waiting" ON "password_reset" USING btree ("next_at") WHERE "password_reset"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "password_reset_asked" ON "password_reset" USING btree ("asked_at");