CREATE TABLE "earlier_serial" (
	"hospital_id" text NOT NULL,
	"device_id" text NOT NULL,
	"serial_number" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "earlier_serial_hospital_id_device_id_serial_number_pk" PRIMARY KEY("hospital_id","device_id","serial_number")
);
--> statement-breakpoint
ALTER TABLE "earlier_serial" ADD CONSTRAINT "earlier_serial_hospital_id_device_id_installation_hospital_id_id_fk" FOREIGN KEY ("hospital_id","device_id") REFERENCES "public"."installation"("hospital_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "earlier_serial_key" ON "earlier_serial" USING btree (ward_key("serial_number"),"hospital_id");