LOCK TABLE idempotency_key IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
CREATE TABLE "duty_table" (
	"hospital_id" text NOT NULL,
	"shifts" jsonb NOT NULL,
	"leave" jsonb NOT NULL,
	CONSTRAINT "duty_table_hospital_id_pk" PRIMARY KEY("hospital_id")
);
--> statement-breakpoint
ALTER TABLE "duty_table" ADD CONSTRAINT "duty_table_hospital_id_hospital_id_fk" FOREIGN KEY ("hospital_id") REFERENCES "public"."hospital"("id") ON DELETE no action ON UPDATE no action;