-- See docs/decisions/501-notices.md.
LOCK TABLE idempotency_key IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
CREATE TABLE "notice" (
	"hospital_id" text NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"about_kind" text NOT NULL,
	"about_id" text NOT NULL,
	"facts" jsonb NOT NULL,
	"told" text[] NOT NULL,
	"unread_by" text[] NOT NULL,
	CONSTRAINT "notice_hospital_id_id_pk" PRIMARY KEY("hospital_id","id")
);
--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_hospital_id_hospital_id_fk" FOREIGN KEY ("hospital_id") REFERENCES "public"."hospital"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notice_at" ON "notice" USING btree ("hospital_id","at");