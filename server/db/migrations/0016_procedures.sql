CREATE TABLE "procedure" (
	"hospital_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"equipment_ids" text[] DEFAULT '{}' NOT NULL,
	"model_ids" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp (3) with time zone,
	CONSTRAINT "procedure_hospital_id_id_pk" PRIMARY KEY("hospital_id","id")
);
--> statement-breakpoint
CREATE TABLE "procedure_version" (
	"hospital_id" text NOT NULL,
	"procedure_id" text NOT NULL,
	"version" integer NOT NULL,
	"name" text NOT NULL,
	"steps" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	CONSTRAINT "procedure_version_hospital_id_procedure_id_version_pk" PRIMARY KEY("hospital_id","procedure_id","version")
);
--> statement-breakpoint
CREATE TABLE "test_record" (
	"hospital_id" text NOT NULL,
	"id" text NOT NULL,
	"device_id" text NOT NULL,
	"task_id" text,
	"procedure_id" text NOT NULL,
	"version" integer NOT NULL,
	"result" text NOT NULL,
	"findings" jsonb NOT NULL,
	"limitation" text DEFAULT '' NOT NULL,
	"answers" jsonb NOT NULL,
	"testers" jsonb NOT NULL,
	"temperature" double precision,
	"humidity" double precision,
	"remarks" text DEFAULT '' NOT NULL,
	"tested_at" timestamp (3) with time zone NOT NULL,
	"tested_on" date NOT NULL,
	"by_id" text NOT NULL,
	"by_name" text NOT NULL,
	"next_due_on" date,
	"ticket_id" text,
	"corrects_id" text,
	"made_at" timestamp (3) with time zone,
	"received_at" timestamp (3) with time zone NOT NULL,
	"clock_flagged" boolean DEFAULT false NOT NULL,
	CONSTRAINT "test_record_hospital_id_id_pk" PRIMARY KEY("hospital_id","id")
);
--> statement-breakpoint
CREATE TABLE "tester" (
	"hospital_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"serial_number" text NOT NULL,
	"certificate_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp (3) with time zone,
	CONSTRAINT "tester_hospital_id_id_pk" PRIMARY KEY("hospital_id","id")
);
--> statement-breakpoint
CREATE TABLE "tester_certificate" (
	"hospital_id" text NOT NULL,
	"tester_id" text NOT NULL,
	"id" text NOT NULL,
	"number" text NOT NULL,
	"due_on" date NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tester_certificate_hospital_id_tester_id_id_pk" PRIMARY KEY("hospital_id","tester_id","id")
);
--> statement-breakpoint
ALTER TABLE "procedure" ADD CONSTRAINT "procedure_hospital_id_hospital_id_fk" FOREIGN KEY ("hospital_id") REFERENCES "public"."hospital"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "procedure_version" ADD CONSTRAINT "procedure_version_hospital_id_procedure_id_procedure_hospital_id_id_fk" FOREIGN KEY ("hospital_id","procedure_id") REFERENCES "public"."procedure"("hospital_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_record" ADD CONSTRAINT "test_record_hospital_id_device_id_installation_hospital_id_id_fk" FOREIGN KEY ("hospital_id","device_id") REFERENCES "public"."installation"("hospital_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_record" ADD CONSTRAINT "test_record_hospital_id_procedure_id_version_procedure_version_hospital_id_procedure_id_version_fk" FOREIGN KEY ("hospital_id","procedure_id","version") REFERENCES "public"."procedure_version"("hospital_id","procedure_id","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tester" ADD CONSTRAINT "tester_hospital_id_hospital_id_fk" FOREIGN KEY ("hospital_id") REFERENCES "public"."hospital"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tester_certificate" ADD CONSTRAINT "tester_certificate_hospital_id_tester_id_tester_hospital_id_id_fk" FOREIGN KEY ("hospital_id","tester_id") REFERENCES "public"."tester"("hospital_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "procedure_name" ON "procedure" USING btree ("hospital_id",lower("name")) WHERE "procedure"."retired_at" is null;--> statement-breakpoint
CREATE INDEX "test_record_device" ON "test_record" USING btree ("hospital_id","device_id","tested_at");--> statement-breakpoint
CREATE INDEX "test_record_corrects" ON "test_record" USING btree ("hospital_id","corrects_id") WHERE "test_record"."corrects_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "tester_serial" ON "tester" USING btree ("hospital_id",lower("serial_number")) WHERE "tester"."retired_at" is null;