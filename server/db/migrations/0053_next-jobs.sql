-- See docs/decisions/542-nights-that-walk-what-changed.md.
LOCK TABLE idempotency_key IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
CREATE TABLE "next_job" (
	"hospital_id" text NOT NULL,
	"device_id" text NOT NULL,
	"on_day" date,
	CONSTRAINT "next_job_hospital_id_device_id_pk" PRIMARY KEY("hospital_id","device_id")
);
--> statement-breakpoint
ALTER TABLE "hospital_head" ADD COLUMN "tasks_version" bigint;--> statement-breakpoint
ALTER TABLE "hospital_head" ADD COLUMN "tasks_checked_by" text;