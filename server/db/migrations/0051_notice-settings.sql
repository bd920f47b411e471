LOCK TABLE idempotency_key IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
CREATE TABLE "notice_settings" (
	"hospital_id" text PRIMARY KEY NOT NULL,
	"critical_minutes" integer NOT NULL,
	"high_minutes" integer NOT NULL,
	"medium_hours" integer NOT NULL,
	"low_days" integer NOT NULL,
	"person_id" text NOT NULL,
	"quiet_from" text NOT NULL,
	"quiet_to" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notice_settings" ADD CONSTRAINT "notice_settings_hospital_id_hospital_id_fk" FOREIGN KEY ("hospital_id") REFERENCES "public"."hospital"("id") ON DELETE no action ON UPDATE no action;