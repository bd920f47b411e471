ALTER TABLE "task" ADD COLUMN "due_on" date;--> statement-breakpoint
ALTER TABLE "task" ADD COLUMN "attempted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "task" ADD COLUMN "attempt_reason" text;--> statement-breakpoint
ALTER TABLE "task" ADD COLUMN "cancelled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "task" ADD COLUMN "cancel_reason" text;--> statement-breakpoint
ALTER TABLE "ticket" ADD COLUMN "failure_class" text;--> statement-breakpoint
ALTER TABLE "ticket" ADD COLUMN "accepted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "ticket" ADD COLUMN "first_arrived_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "ticket" ADD COLUMN "restored_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "ticket" ADD COLUMN "hands_on_ms" bigint;--> statement-breakpoint
ALTER TABLE "ticket" ADD COLUMN "waiting_ms" jsonb;--> statement-breakpoint
ALTER TABLE "ticket" ADD COLUMN "waiting_for" text;