-- See docs/decisions/502-mail.md.
LOCK TABLE idempotency_key IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
CREATE TABLE "notice_mail" (
	"hospital_id" text NOT NULL,
	"notice_id" text NOT NULL,
	"user_id" text NOT NULL,
	"state" text NOT NULL,
	"attempts" integer NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"reason" text,
	"failed_at" timestamp (3) with time zone,
	CONSTRAINT "notice_mail_hospital_id_notice_id_user_id_pk" PRIMARY KEY("hospital_id","notice_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "notice_off" (
	"hospital_id" text NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	CONSTRAINT "notice_off_hospital_id_user_id_kind_pk" PRIMARY KEY("hospital_id","user_id","kind")
);
--> statement-breakpoint
CREATE INDEX "notice_mail_waiting" ON "notice_mail" USING btree ("next_at") WHERE "notice_mail"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "notice_mail_failed" ON "notice_mail" USING btree ("failed_at") WHERE "notice_mail"."reason" is not null;