CREATE TABLE "schedule" (
	"hospital_id" text NOT NULL,
	"id" text NOT NULL,
	"device_id" text,
	"model_id" text,
	"equipment_id" text,
	"kind" text NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"every" integer NOT NULL,
	"unit" text NOT NULL,
	"basis" text NOT NULL,
	"first_due_on" date NOT NULL,
	"ends_on" date,
	"max_count" integer,
	"window_days" integer,
	"done_by" text NOT NULL,
	"vendor_id" text,
	"procedure_id" text,
	"maker_every" integer,
	"maker_unit" text,
	"longer_reason" text,
	"longer_approver" text,
	"review_on" date,
	"record_from" date,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp (3) with time zone,
	CONSTRAINT "schedule_hospital_id_id_pk" PRIMARY KEY("hospital_id","id"),
	CONSTRAINT "schedule_target" CHECK (num_nonnulls("schedule"."device_id", "schedule"."model_id", "schedule"."equipment_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "last_calibration_on" date;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "last_pm_on" date;--> statement-breakpoint
ALTER TABLE "warranty_serial" ADD COLUMN "record_from" date;--> statement-breakpoint
ALTER TABLE "warranty_serial" ADD COLUMN "last_pm_on" date;--> statement-breakpoint
ALTER TABLE "schedule" ADD CONSTRAINT "schedule_hospital_id_device_id_installation_hospital_id_id_fk" FOREIGN KEY ("hospital_id","device_id") REFERENCES "public"."installation"("hospital_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule" ADD CONSTRAINT "schedule_hospital_id_model_id_equipment_model_hospital_id_id_fk" FOREIGN KEY ("hospital_id","model_id") REFERENCES "public"."equipment_model"("hospital_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule" ADD CONSTRAINT "schedule_hospital_id_equipment_id_equipment_hospital_id_id_fk" FOREIGN KEY ("hospital_id","equipment_id") REFERENCES "public"."equipment"("hospital_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule" ADD CONSTRAINT "schedule_hospital_id_vendor_id_vendor_hospital_id_id_fk" FOREIGN KEY ("hospital_id","vendor_id") REFERENCES "public"."vendor"("hospital_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "schedule_device" ON "schedule" USING btree ("hospital_id","device_id");--> statement-breakpoint
CREATE INDEX "schedule_model" ON "schedule" USING btree ("hospital_id","model_id");--> statement-breakpoint
CREATE INDEX "schedule_equipment" ON "schedule" USING btree ("hospital_id","equipment_id");