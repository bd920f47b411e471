-- See docs/decisions/526-push.md.
LOCK TABLE idempotency_key IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
CREATE TABLE "notice_push" (
	"hospital_id" text NOT NULL,
	"notice_id" text NOT NULL,
	"subscription_id" text NOT NULL,
	"state" text NOT NULL,
	"attempts" integer NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"reason" text,
	"failed_at" timestamp (3) with time zone,
	CONSTRAINT "notice_push_hospital_id_notice_id_subscription_id_pk" PRIMARY KEY("hospital_id","notice_id","subscription_id")
);
--> statement-breakpoint
CREATE TABLE "notice_push_off" (
	"hospital_id" text NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	CONSTRAINT "notice_push_off_hospital_id_user_id_kind_pk" PRIMARY KEY("hospital_id","user_id","kind")
);
--> statement-breakpoint
CREATE TABLE "push_subscription" (
	"hospital_id" text NOT NULL,
	"id" text NOT NULL,
	"user_id" text NOT NULL,
	"tablet_id" text NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"app_url" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"failing_since" timestamp (3) with time zone,
	CONSTRAINT "push_subscription_hospital_id_id_pk" PRIMARY KEY("hospital_id","id")
);
--> statement-breakpoint
CREATE INDEX "notice_push_waiting" ON "notice_push" USING btree ("next_at") WHERE "notice_push"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "push_subscription_user" ON "push_subscription" USING btree ("hospital_id","user_id","created_at");