CREATE TABLE "account_change" (
	"hospital_id" text NOT NULL,
	"id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"account_id" text NOT NULL,
	"name" text NOT NULL,
	"by_name" text NOT NULL,
	"act" text NOT NULL,
	"values" jsonb NOT NULL,
	"told" text[] NOT NULL,
	CONSTRAINT "account_change_hospital_id_id_pk" PRIMARY KEY("hospital_id","id")
);
--> statement-breakpoint
ALTER TABLE "account_change" ADD CONSTRAINT "account_change_hospital_id_hospital_id_fk" FOREIGN KEY ("hospital_id") REFERENCES "public"."hospital"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_change_told" ON "account_change" USING btree ("hospital_id","at") WHERE cardinality("account_change"."told") > 0;