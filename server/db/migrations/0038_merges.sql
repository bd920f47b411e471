CREATE TABLE "record_merge" (
	"hospital_id" text NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"from_id" text NOT NULL,
	"into_id" text NOT NULL,
	"merged_at" timestamp (3) with time zone NOT NULL,
	"undone_at" timestamp (3) with time zone,
	"moved" jsonb NOT NULL,
	"was_twin" boolean DEFAULT false NOT NULL,
	CONSTRAINT "record_merge_hospital_id_id_pk" PRIMARY KEY("hospital_id","id")
);
--> statement-breakpoint
ALTER TABLE "record_merge" ADD CONSTRAINT "record_merge_hospital_id_hospital_id_fk" FOREIGN KEY ("hospital_id") REFERENCES "public"."hospital"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "record_merge_from" ON "record_merge" USING btree ("hospital_id","kind","from_id") WHERE "record_merge"."undone_at" is null;--> statement-breakpoint
CREATE INDEX "record_merge_into" ON "record_merge" USING btree ("hospital_id","kind","into_id");