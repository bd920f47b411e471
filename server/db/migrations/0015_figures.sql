CREATE TABLE "figure_settings" (
	"hospital_id" text NOT NULL,
	"place" integer NOT NULL,
	"id" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"changed_by_id" text NOT NULL,
	"changed_by_name" text NOT NULL,
	"settings" jsonb NOT NULL,
	CONSTRAINT "figure_settings_hospital_id_place_pk" PRIMARY KEY("hospital_id","place")
);
--> statement-breakpoint
ALTER TABLE "figure_settings" ADD CONSTRAINT "figure_settings_hospital_id_hospital_id_fk" FOREIGN KEY ("hospital_id") REFERENCES "public"."hospital"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "round_entry_exception" ON "round_entry" USING btree ("hospital_id","on_day") WHERE "round_entry"."status" <> 'Operational';--> statement-breakpoint
CREATE INDEX "downtime_to" ON "downtime" USING btree ("hospital_id","to_at");--> statement-breakpoint
CREATE INDEX "task_due" ON "task" USING btree ("hospital_id",coalesce("due_on", "task_date"));--> statement-breakpoint
CREATE INDEX "task_moved" ON "task" USING btree ("hospital_id","moved_from") WHERE "task"."moved_from" is not null;