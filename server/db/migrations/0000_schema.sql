CREATE TABLE "app_meta" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "app_user" (
	"id" text PRIMARY KEY NOT NULL,
	"hospital_id" text,
	"role" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"name" text NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "app_user_email_lower" CHECK ("app_user"."email" = lower("app_user"."email")),
	CONSTRAINT "app_user_hospital_by_role" CHECK (("app_user"."role" = 'Admin') = ("app_user"."hospital_id" is null))
);
--> statement-breakpoint
CREATE TABLE "attachment" (
	"hospital_id" text NOT NULL,
	"sha256" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"mime" text NOT NULL,
	"received_bytes" integer DEFAULT 0 NOT NULL,
	"received_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "attachment_hospital_id_sha256_pk" PRIMARY KEY("hospital_id","sha256")
);
--> statement-breakpoint
CREATE TABLE "attachment_use" (
	"hospital_id" text NOT NULL,
	"sha256" text NOT NULL,
	"owner_kind" text NOT NULL,
	"owner_id" text NOT NULL,
	"part_id" text DEFAULT '' NOT NULL,
	"name" text NOT NULL,
	"added_by" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "attachment_use_hospital_id_owner_kind_owner_id_part_id_sha256_pk" PRIMARY KEY("hospital_id","owner_kind","owner_id","part_id","sha256")
);
--> statement-breakpoint
CREATE TABLE "audit_entry" (
	"hospital_id" text NOT NULL,
	"id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"user_id" text NOT NULL,
	"call" text NOT NULL,
	"records" text[] NOT NULL,
	CONSTRAINT "audit_entry_hospital_id_id_pk" PRIMARY KEY("hospital_id","id")
);
--> statement-breakpoint
CREATE TABLE "contact_person" (
	"hospital_id" text NOT NULL,
	"id" text NOT NULL,
	"vendor_id" text NOT NULL,
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"designation" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp (3) with time zone,
	CONSTRAINT "contact_person_hospital_id_id_pk" PRIMARY KEY("hospital_id","id")
);
--> statement-breakpoint
CREATE TABLE "department" (
	"hospital_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"location" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp (3) with time zone,
	CONSTRAINT "department_hospital_id_id_pk" PRIMARY KEY("hospital_id","id")
);
--> statement-breakpoint
CREATE TABLE "downtime" (
	"hospital_id" text NOT NULL,
	"device_id" text NOT NULL,
	"source_kind" text NOT NULL,
	"source_id" text NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"to_at" timestamp (3) with time zone,
	CONSTRAINT "downtime_hospital_id_device_id_source_kind_source_id_from_at_pk" PRIMARY KEY("hospital_id","device_id","source_kind","source_id","from_at")
);
--> statement-breakpoint
CREATE TABLE "equipment" (
	"hospital_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"importance" text DEFAULT 'Critical' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp (3) with time zone,
	CONSTRAINT "equipment_hospital_id_id_pk" PRIMARY KEY("hospital_id","id")
);
--> statement-breakpoint
CREATE TABLE "equipment_make" (
	"hospital_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp (3) with time zone,
	CONSTRAINT "equipment_make_hospital_id_id_pk" PRIMARY KEY("hospital_id","id")
);
--> statement-breakpoint
CREATE TABLE "equipment_model" (
	"hospital_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"make_id" text NOT NULL,
	"equipment_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp (3) with time zone,
	CONSTRAINT "equipment_model_hospital_id_id_pk" PRIMARY KEY("hospital_id","id")
);
--> statement-breakpoint
CREATE TABLE "hospital" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"address" text NOT NULL,
	"state_id" text NOT NULL,
	"state_name" text NOT NULL,
	"city_id" text NOT NULL,
	"city_name" text NOT NULL,
	"number_of_bme" integer DEFAULT 0 NOT NULL,
	"number_of_beds" integer DEFAULT 0 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"time_zone" text DEFAULT 'Asia/Kolkata' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hospital_head" (
	"hospital_id" text PRIMARY KEY NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL,
	"pruned_version" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_key" (
	"hospital_id" text NOT NULL,
	"key" text NOT NULL,
	"user_id" text NOT NULL,
	"body_hash" text NOT NULL,
	"call" text NOT NULL,
	"kind" text,
	"status" integer,
	"answer" jsonb,
	"version" bigint,
	"made_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_key_hospital_id_key_pk" PRIMARY KEY("hospital_id","key")
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"hospital_id" text NOT NULL,
	"id" text NOT NULL,
	"serial_number" text NOT NULL,
	"model_id" text NOT NULL,
	"equipment_id" text NOT NULL,
	"make_id" text NOT NULL,
	"department_id" text,
	"location" text,
	"vendor_id" text,
	"service_contact_id" text,
	"sales_contact_id" text,
	"price" numeric(14, 2),
	"purchase_date" date,
	"installation_date" date,
	"description" text DEFAULT '' NOT NULL,
	"calibration_required" boolean DEFAULT false NOT NULL,
	"calibration_frequency" text,
	"calibration_count" integer DEFAULT 0 NOT NULL,
	"latest_status" text,
	"latest_observed_at" timestamp (3) with time zone,
	"latest_flagged" boolean DEFAULT false NOT NULL,
	"latest_template_id" text,
	"latest_day" date,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp (3) with time zone,
	"search" text GENERATED ALWAYS AS (lower(serial_number || ' ' || coalesce(location, ''))) STORED,
	CONSTRAINT "installation_hospital_id_id_pk" PRIMARY KEY("hospital_id","id")
);
--> statement-breakpoint
CREATE TABLE "job_run" (
	"job" text NOT NULL,
	"slot" text NOT NULL,
	"ran_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "job_run_job_slot_pk" PRIMARY KEY("job","slot")
);
--> statement-breakpoint
CREATE TABLE "login_throttle" (
	"email" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "make_equipment" (
	"hospital_id" text NOT NULL,
	"make_id" text NOT NULL,
	"equipment_id" text NOT NULL,
	CONSTRAINT "make_equipment_hospital_id_make_id_equipment_id_pk" PRIMARY KEY("hospital_id","make_id","equipment_id")
);
--> statement-breakpoint
CREATE TABLE "refresh_family" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"scope" text DEFAULT 'full' NOT NULL,
	"device_id" text,
	"current_hash" text NOT NULL,
	"previous_hash" text,
	"rotated_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "refusal" (
	"hospital_id" text NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"user_id" text NOT NULL,
	"user_name" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"code" text NOT NULL,
	"message" text NOT NULL,
	"payload" jsonb,
	CONSTRAINT "refusal_hospital_id_id_pk" PRIMARY KEY("hospital_id","id")
);
--> statement-breakpoint
CREATE TABLE "round" (
	"hospital_id" text NOT NULL,
	"id" text NOT NULL,
	"template_id" text NOT NULL,
	"on_day" date NOT NULL,
	"user_id" text NOT NULL,
	"user_name" text NOT NULL,
	"submitted_at" timestamp (3) with time zone NOT NULL,
	"made_at" timestamp (3) with time zone,
	"received_at" timestamp (3) with time zone NOT NULL,
	"clock_flagged" boolean DEFAULT false NOT NULL,
	"operational" integer NOT NULL,
	"needs_attention" integer NOT NULL,
	"not_working" integer NOT NULL,
	"not_seen" integer NOT NULL,
	CONSTRAINT "round_hospital_id_id_pk" PRIMARY KEY("hospital_id","id")
);
--> statement-breakpoint
CREATE TABLE "round_entry" (
	"hospital_id" text NOT NULL,
	"round_id" text NOT NULL,
	"device_id" text NOT NULL,
	"status" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"not_seen_reason" text,
	"confirmed_by" text DEFAULT 'tap' NOT NULL,
	"observed_at" timestamp (3) with time zone NOT NULL,
	"template_id" text NOT NULL,
	"on_day" date NOT NULL,
	CONSTRAINT "round_entry_hospital_id_round_id_device_id_pk" PRIMARY KEY("hospital_id","round_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "round_template" (
	"hospital_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"department_id" text,
	"completed_rounds_count" integer DEFAULT 0 NOT NULL,
	"last_round_at" timestamp (3) with time zone,
	"last_round_on" date,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp (3) with time zone,
	CONSTRAINT "round_template_hospital_id_id_pk" PRIMARY KEY("hospital_id","id")
);
--> statement-breakpoint
CREATE TABLE "round_template_device" (
	"hospital_id" text NOT NULL,
	"template_id" text NOT NULL,
	"device_id" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "round_template_device_hospital_id_template_id_device_id_pk" PRIMARY KEY("hospital_id","template_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "sync_index" (
	"hospital_id" text NOT NULL,
	"kind" text NOT NULL,
	"entity_id" text NOT NULL,
	"version" bigint NOT NULL,
	"deleted" boolean DEFAULT false NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sync_index_hospital_id_kind_entity_id_pk" PRIMARY KEY("hospital_id","kind","entity_id")
);
--> statement-breakpoint
CREATE TABLE "task" (
	"hospital_id" text NOT NULL,
	"id" text NOT NULL,
	"device_id" text NOT NULL,
	"type" text NOT NULL,
	"task_date" date NOT NULL,
	"source_kind" text NOT NULL,
	"source_id" text NOT NULL,
	"occurrence" integer NOT NULL,
	"warranty_number" text,
	"priority" text DEFAULT 'Medium' NOT NULL,
	"technician_id" text,
	"assigned_at" timestamp (3) with time zone,
	"dispatched_at" timestamp (3) with time zone,
	"escalated_at" timestamp (3) with time zone,
	"action_required" boolean DEFAULT false NOT NULL,
	"action_required_details" text DEFAULT '' NOT NULL,
	"action_taken" text DEFAULT '' NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"closed_on" date,
	"closed_by_id" text,
	"closed_by_name" text,
	"notes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"timeline" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "task_hospital_id_id_pk" PRIMARY KEY("hospital_id","id")
);
--> statement-breakpoint
CREATE TABLE "ticket" (
	"hospital_id" text NOT NULL,
	"id" text NOT NULL,
	"number" text NOT NULL,
	"device_id" text NOT NULL,
	"issue_type" text NOT NULL,
	"problem_reported" text NOT NULL,
	"priority" text NOT NULL,
	"status" text DEFAULT 'Open' NOT NULL,
	"machine_status" text NOT NULL,
	"any_patient_harm" boolean DEFAULT false NOT NULL,
	"harm_description" text DEFAULT '' NOT NULL,
	"reported_by" text NOT NULL,
	"reported_by_id" text NOT NULL,
	"reported_at" timestamp (3) with time zone NOT NULL,
	"made_at" timestamp (3) with time zone,
	"received_at" timestamp (3) with time zone NOT NULL,
	"clock_flagged" boolean DEFAULT false NOT NULL,
	"related_ticket_id" text,
	"technician_id" text,
	"assigned_at" timestamp (3) with time zone,
	"dispatched_at" timestamp (3) with time zone,
	"escalated_at" timestamp (3) with time zone,
	"action_taken" text DEFAULT '' NOT NULL,
	"resolution_note" text DEFAULT '' NOT NULL,
	"part_required" boolean DEFAULT false NOT NULL,
	"part_details" text DEFAULT '' NOT NULL,
	"part_cost" numeric(14, 2),
	"follow_up_action" text DEFAULT '' NOT NULL,
	"is_follow_up_required" boolean DEFAULT false NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"closed_by_id" text,
	"closed_by_name" text,
	"notes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"timeline" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"search" text GENERATED ALWAYS AS (lower(number || ' ' || problem_reported)) STORED,
	CONSTRAINT "ticket_hospital_id_id_pk" PRIMARY KEY("hospital_id","id")
);
--> statement-breakpoint
CREATE TABLE "ticket_counter" (
	"hospital_id" text NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "ticket_counter_hospital_id_year_pk" PRIMARY KEY("hospital_id","year")
);
--> statement-breakpoint
CREATE TABLE "vendor" (
	"hospital_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"location" text DEFAULT '' NOT NULL,
	"types" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp (3) with time zone,
	CONSTRAINT "vendor_hospital_id_id_pk" PRIMARY KEY("hospital_id","id")
);
--> statement-breakpoint
CREATE TABLE "warranty" (
	"hospital_id" text NOT NULL,
	"id" text NOT NULL,
	"number" text NOT NULL,
	"equipment_id" text,
	"make_id" text,
	"pm_frequency" text,
	"pm_count" integer DEFAULT 0 NOT NULL,
	"start_on" date NOT NULL,
	"end_on" date NOT NULL,
	"duration_years" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp (3) with time zone,
	CONSTRAINT "warranty_hospital_id_id_pk" PRIMARY KEY("hospital_id","id")
);
--> statement-breakpoint
CREATE TABLE "warranty_serial" (
	"hospital_id" text NOT NULL,
	"warranty_id" text NOT NULL,
	"device_id" text NOT NULL,
	CONSTRAINT "warranty_serial_hospital_id_warranty_id_device_id_pk" PRIMARY KEY("hospital_id","warranty_id","device_id")
);
--> statement-breakpoint
ALTER TABLE "app_user" ADD CONSTRAINT "app_user_hospital_id_hospital_id_fk" FOREIGN KEY ("hospital_id") REFERENCES "public"."hospital"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachment_use" ADD CONSTRAINT "attachment_use_hospital_id_sha256_attachment_hospital_id_sha256_fk" FOREIGN KEY ("hospital_id","sha256") REFERENCES "public"."attachment"("hospital_id","sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_person" ADD CONSTRAINT "contact_person_hospital_id_vendor_id_vendor_hospital_id_id_fk" FOREIGN KEY ("hospital_id","vendor_id") REFERENCES "public"."vendor"("hospital_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "department" ADD CONSTRAINT "department_hospital_id_hospital_id_fk" FOREIGN KEY ("hospital_id") REFERENCES "public"."hospital"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "downtime" ADD CONSTRAINT "downtime_hospital_id_device_id_installation_hospital_id_id_fk" FOREIGN KEY ("hospital_id","device_id") REFERENCES "public"."installation"("hospital_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "equipment" ADD CONSTRAINT "equipment_hospital_id_hospital_id_fk" FOREIGN KEY ("hospital_id") REFERENCES "public"."hospital"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "equipment_make" ADD CONSTRAINT "equipment_make_hospital_id_hospital_id_fk" FOREIGN KEY ("hospital_id") REFERENCES "public"."hospital"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "equipment_model" ADD CONSTRAINT "equipment_model_hospital_id_make_id_equipment_make_hospital_id_id_fk" FOREIGN KEY ("hospital_id","make_id") REFERENCES "public"."equipment_make"("hospital_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "equipment_model" ADD CONSTRAINT "equipment_model_hospital_id_equipment_id_equipment_hospital_id_id_fk" FOREIGN KEY ("hospital_id","equipment_id") REFERENCES "public"."equipment"("hospital_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hospital_head" ADD CONSTRAINT "hospital_head_hospital_id_hospital_id_fk" FOREIGN KEY ("hospital_id") REFERENCES "public"."hospital"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "installation" ADD CONSTRAINT "installation_hospital_id_model_id_equipment_model_hospital_id_id_fk" FOREIGN KEY ("hospital_id","model_id") REFERENCES "public"."equipment_model"("hospital_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "installation" ADD CONSTRAINT "installation_hospital_id_equipment_id_equipment_hospital_id_id_fk" FOREIGN KEY ("hospital_id","equipment_id") REFERENCES "public"."equipment"("hospital_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "installation" ADD CONSTRAINT "installation_hospital_id_make_id_equipment_make_hospital_id_id_fk" FOREIGN KEY ("hospital_id","make_id") REFERENCES "public"."equipment_make"("hospital_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "installation" ADD CONSTRAINT "installation_hospital_id_department_id_department_hospital_id_id_fk" FOREIGN KEY ("hospital_id","department_id") REFERENCES "public"."department"("hospital_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "installation" ADD CONSTRAINT "installation_hospital_id_vendor_id_vendor_hospital_id_id_fk" FOREIGN KEY ("hospital_id","vendor_id") REFERENCES "public"."vendor"("hospital_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "installation" ADD CONSTRAINT "installation_hospital_id_service_contact_id_contact_person_hospital_id_id_fk" FOREIGN KEY ("hospital_id","service_contact_id") REFERENCES "public"."contact_person"("hospital_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "installation" ADD CONSTRAINT "installation_hospital_id_sales_contact_id_contact_person_hospital_id_id_fk" FOREIGN KEY ("hospital_id","sales_contact_id") REFERENCES "public"."contact_person"("hospital_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "make_equipment" ADD CONSTRAINT "make_equipment_hospital_id_make_id_equipment_make_hospital_id_id_fk" FOREIGN KEY ("hospital_id","make_id") REFERENCES "public"."equipment_make"("hospital_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "make_equipment" ADD CONSTRAINT "make_equipment_hospital_id_equipment_id_equipment_hospital_id_id_fk" FOREIGN KEY ("hospital_id","equipment_id") REFERENCES "public"."equipment"("hospital_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_family" ADD CONSTRAINT "refresh_family_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round" ADD CONSTRAINT "round_hospital_id_template_id_round_template_hospital_id_id_fk" FOREIGN KEY ("hospital_id","template_id") REFERENCES "public"."round_template"("hospital_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round_entry" ADD CONSTRAINT "round_entry_hospital_id_round_id_round_hospital_id_id_fk" FOREIGN KEY ("hospital_id","round_id") REFERENCES "public"."round"("hospital_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round_entry" ADD CONSTRAINT "round_entry_hospital_id_device_id_installation_hospital_id_id_fk" FOREIGN KEY ("hospital_id","device_id") REFERENCES "public"."installation"("hospital_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round_template" ADD CONSTRAINT "round_template_hospital_id_hospital_id_fk" FOREIGN KEY ("hospital_id") REFERENCES "public"."hospital"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round_template" ADD CONSTRAINT "round_template_hospital_id_department_id_department_hospital_id_id_fk" FOREIGN KEY ("hospital_id","department_id") REFERENCES "public"."department"("hospital_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round_template_device" ADD CONSTRAINT "round_template_device_hospital_id_template_id_round_template_hospital_id_id_fk" FOREIGN KEY ("hospital_id","template_id") REFERENCES "public"."round_template"("hospital_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "round_template_device" ADD CONSTRAINT "round_template_device_hospital_id_device_id_installation_hospital_id_id_fk" FOREIGN KEY ("hospital_id","device_id") REFERENCES "public"."installation"("hospital_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task" ADD CONSTRAINT "task_hospital_id_device_id_installation_hospital_id_id_fk" FOREIGN KEY ("hospital_id","device_id") REFERENCES "public"."installation"("hospital_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket" ADD CONSTRAINT "ticket_hospital_id_device_id_installation_hospital_id_id_fk" FOREIGN KEY ("hospital_id","device_id") REFERENCES "public"."installation"("hospital_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vendor" ADD CONSTRAINT "vendor_hospital_id_hospital_id_fk" FOREIGN KEY ("hospital_id") REFERENCES "public"."hospital"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warranty" ADD CONSTRAINT "warranty_hospital_id_hospital_id_fk" FOREIGN KEY ("hospital_id") REFERENCES "public"."hospital"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warranty" ADD CONSTRAINT "warranty_hospital_id_equipment_id_equipment_hospital_id_id_fk" FOREIGN KEY ("hospital_id","equipment_id") REFERENCES "public"."equipment"("hospital_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warranty" ADD CONSTRAINT "warranty_hospital_id_make_id_equipment_make_hospital_id_id_fk" FOREIGN KEY ("hospital_id","make_id") REFERENCES "public"."equipment_make"("hospital_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warranty_serial" ADD CONSTRAINT "warranty_serial_hospital_id_warranty_id_warranty_hospital_id_id_fk" FOREIGN KEY ("hospital_id","warranty_id") REFERENCES "public"."warranty"("hospital_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warranty_serial" ADD CONSTRAINT "warranty_serial_hospital_id_device_id_installation_hospital_id_id_fk" FOREIGN KEY ("hospital_id","device_id") REFERENCES "public"."installation"("hospital_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "app_user_email" ON "app_user" USING btree ("email") WHERE "app_user"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "app_user_hospital" ON "app_user" USING btree ("hospital_id","role");--> statement-breakpoint
CREATE INDEX "attachment_use_file" ON "attachment_use" USING btree ("hospital_id","sha256");--> statement-breakpoint
CREATE INDEX "audit_entry_at" ON "audit_entry" USING btree ("hospital_id","at");--> statement-breakpoint
CREATE INDEX "contact_person_vendor" ON "contact_person" USING btree ("hospital_id","vendor_id");--> statement-breakpoint
CREATE UNIQUE INDEX "department_name" ON "department" USING btree ("hospital_id",lower("name")) WHERE "department"."retired_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "equipment_name" ON "equipment" USING btree ("hospital_id",lower("name")) WHERE "equipment"."retired_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "equipment_make_name" ON "equipment_make" USING btree ("hospital_id",lower("name")) WHERE "equipment_make"."retired_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "equipment_model_name" ON "equipment_model" USING btree ("hospital_id","make_id","equipment_id",lower("name")) WHERE "equipment_model"."retired_at" is null;--> statement-breakpoint
CREATE INDEX "equipment_model_equipment" ON "equipment_model" USING btree ("hospital_id","equipment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "installation_serial" ON "installation" USING btree ("hospital_id",lower("serial_number")) WHERE "installation"."retired_at" is null;--> statement-breakpoint
CREATE INDEX "installation_public_serial" ON "installation" USING btree (lower("serial_number"));--> statement-breakpoint
CREATE INDEX "installation_equipment" ON "installation" USING btree ("hospital_id","equipment_id");--> statement-breakpoint
CREATE INDEX "installation_make" ON "installation" USING btree ("hospital_id","make_id");--> statement-breakpoint
CREATE INDEX "installation_model" ON "installation" USING btree ("hospital_id","model_id");--> statement-breakpoint
CREATE INDEX "installation_department" ON "installation" USING btree ("hospital_id","department_id");--> statement-breakpoint
CREATE INDEX "installation_vendor" ON "installation" USING btree ("hospital_id","vendor_id");--> statement-breakpoint
CREATE INDEX "make_equipment_equipment" ON "make_equipment" USING btree ("hospital_id","equipment_id");--> statement-breakpoint
CREATE INDEX "refresh_family_user" ON "refresh_family" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "round_template_day" ON "round" USING btree ("hospital_id","template_id","on_day");--> statement-breakpoint
CREATE INDEX "round_day" ON "round" USING btree ("hospital_id","on_day");--> statement-breakpoint
CREATE INDEX "round_entry_device" ON "round_entry" USING btree ("hospital_id","device_id","observed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "round_template_name" ON "round_template" USING btree ("hospital_id",lower("name")) WHERE "round_template"."retired_at" is null;--> statement-breakpoint
CREATE INDEX "round_template_device_device" ON "round_template_device" USING btree ("hospital_id","device_id");--> statement-breakpoint
CREATE INDEX "sync_index_version" ON "sync_index" USING btree ("hospital_id","version");--> statement-breakpoint
CREATE UNIQUE INDEX "task_source" ON "task" USING btree ("hospital_id","source_kind","source_id","type","device_id","occurrence");--> statement-breakpoint
CREATE INDEX "task_device" ON "task" USING btree ("hospital_id","device_id");--> statement-breakpoint
CREATE INDEX "task_date" ON "task" USING btree ("hospital_id","task_date");--> statement-breakpoint
CREATE INDEX "task_open" ON "task" USING btree ("hospital_id","task_date") WHERE "task"."closed_at" is null and "task"."removed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_number" ON "ticket" USING btree ("hospital_id","number");--> statement-breakpoint
CREATE INDEX "ticket_device" ON "ticket" USING btree ("hospital_id","device_id");--> statement-breakpoint
CREATE INDEX "ticket_reported" ON "ticket" USING btree ("hospital_id","reported_at");--> statement-breakpoint
CREATE INDEX "ticket_open" ON "ticket" USING btree ("hospital_id","device_id") WHERE "ticket"."status" <> 'Closed';--> statement-breakpoint
CREATE UNIQUE INDEX "vendor_name" ON "vendor" USING btree ("hospital_id",lower("name")) WHERE "vendor"."retired_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "warranty_number" ON "warranty" USING btree ("hospital_id",lower("number")) WHERE "warranty"."retired_at" is null;--> statement-breakpoint
CREATE INDEX "warranty_serial_device" ON "warranty_serial" USING btree ("hospital_id","device_id");