-- See docs/decisions/491-reports-from-labels.md.
LOCK TABLE idempotency_key IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
CREATE TABLE "fault_report" (
	"hospital_id" text NOT NULL,
	"id" text NOT NULL,
	"device_id" text NOT NULL,
	"reference" text NOT NULL,
	"secret_hash" text NOT NULL,
	"browser" text,
	"has_token" boolean NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"patient_affected" text NOT NULL,
	"name" text NOT NULL,
	"extension" text NOT NULL,
	"photos" integer NOT NULL,
	"unusually_many" boolean NOT NULL,
	"reported_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"first_id" text,
	"state" text DEFAULT 'received' NOT NULL,
	"ticket_id" text,
	"reason" text,
	"decided_at" timestamp (3) with time zone,
	"decided_by_id" text,
	"decided_by_name" text,
	"erased_at" timestamp (3) with time zone,
	CONSTRAINT "fault_report_hospital_id_id_pk" PRIMARY KEY("hospital_id","id")
);
--> statement-breakpoint
CREATE TABLE "label_renewal" (
	"hospital_id" text NOT NULL,
	"device_id" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "label_renewal_hospital_id_device_id_pk" PRIMARY KEY("hospital_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "report_settings" (
	"hospital_id" text PRIMARY KEY NOT NULL,
	"is_on" boolean NOT NULL,
	"helpline" text NOT NULL,
	"keep_days" integer NOT NULL,
	"label_line" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "fault_report" ADD CONSTRAINT "fault_report_hospital_id_hospital_id_fk" FOREIGN KEY ("hospital_id") REFERENCES "public"."hospital"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fault_report" ADD CONSTRAINT "fault_report_hospital_id_device_id_installation_hospital_id_id_fk" FOREIGN KEY ("hospital_id","device_id") REFERENCES "public"."installation"("hospital_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "label_renewal" ADD CONSTRAINT "label_renewal_hospital_id_device_id_installation_hospital_id_id_fk" FOREIGN KEY ("hospital_id","device_id") REFERENCES "public"."installation"("hospital_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_settings" ADD CONSTRAINT "report_settings_hospital_id_hospital_id_fk" FOREIGN KEY ("hospital_id") REFERENCES "public"."hospital"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fault_report_received" ON "fault_report" USING btree ("hospital_id","received_at");--> statement-breakpoint
CREATE INDEX "fault_report_first" ON "fault_report" USING btree ("hospital_id","first_id");--> statement-breakpoint
CREATE INDEX "fault_report_reference" ON "fault_report" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "fault_report_device" ON "fault_report" USING btree ("hospital_id","device_id");--> statement-breakpoint
CREATE INDEX "fault_report_named" ON "fault_report" USING btree ("hospital_id") WHERE "fault_report"."erased_at" is null;