CREATE TABLE "import_column" (
	"hospital_id" text NOT NULL,
	"header" text NOT NULL,
	"field" text NOT NULL,
	"chosen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "import_column_hospital_id_header_pk" PRIMARY KEY("hospital_id","header")
);
--> statement-breakpoint
CREATE TABLE "import_progress" (
	"user_id" text NOT NULL,
	"key" text NOT NULL,
	"phase" text NOT NULL,
	"done" integer NOT NULL,
	"total" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "import_progress_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
ALTER TABLE "import_column" ADD CONSTRAINT "import_column_hospital_id_hospital_id_fk" FOREIGN KEY ("hospital_id") REFERENCES "public"."hospital"("id") ON DELETE no action ON UPDATE no action;