-- See docs/decisions/569-hospital-logo.md.
LOCK TABLE idempotency_key IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
CREATE TABLE "hospital_logo" (
	"hospital_id" text PRIMARY KEY NOT NULL,
	"picture" text
);
--> statement-breakpoint
ALTER TABLE "hospital_logo" ADD CONSTRAINT "hospital_logo_hospital_id_hospital_id_fk" FOREIGN KEY ("hospital_id") REFERENCES "public"."hospital"("id") ON DELETE no action ON UPDATE no action;