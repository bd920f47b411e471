-- See docs/decisions/551-deadlines-that-change.md.
LOCK TABLE idempotency_key IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
CREATE TABLE "told_deadline" (
	"hospital_id" text NOT NULL,
	"kind" text NOT NULL,
	"record_id" text NOT NULL,
	"due_on" date NOT NULL,
	CONSTRAINT "told_deadline_hospital_id_kind_record_id_pk" PRIMARY KEY("hospital_id","kind","record_id")
);
