CREATE TABLE "holiday" (
	"hospital_id" text NOT NULL,
	"on_day" date NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "holiday_hospital_id_on_day_pk" PRIMARY KEY("hospital_id","on_day")
);
--> statement-breakpoint
ALTER TABLE "warranty" ADD COLUMN "kind" text DEFAULT 'Warranty' NOT NULL;--> statement-breakpoint
ALTER TABLE "warranty" ADD COLUMN "vendor_id" text;--> statement-breakpoint
ALTER TABLE "warranty" ADD COLUMN "contact_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "warranty" ADD COLUMN "phone" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "warranty" ADD COLUMN "terms" jsonb;--> statement-breakpoint
ALTER TABLE "warranty" ADD COLUMN "notes" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "ticket" ADD COLUMN "terms" jsonb;--> statement-breakpoint
ALTER TABLE "holiday" ADD CONSTRAINT "holiday_hospital_id_hospital_id_fk" FOREIGN KEY ("hospital_id") REFERENCES "public"."hospital"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warranty" ADD CONSTRAINT "warranty_hospital_id_vendor_id_vendor_hospital_id_id_fk" FOREIGN KEY ("hospital_id","vendor_id") REFERENCES "public"."vendor"("hospital_id","id") ON DELETE no action ON UPDATE no action;