CREATE TABLE "file_removal" (
	"hospital_id" text NOT NULL,
	"sha256" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"begun_at" timestamp (3) with time zone,
	CONSTRAINT "file_removal_hospital_id_sha256_pk" PRIMARY KEY("hospital_id","sha256")
);
--> statement-breakpoint
CREATE INDEX "file_removal_due" ON "file_removal" USING btree ("due_at");