ALTER TABLE "installation" ADD COLUMN "back_since" date;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "model_since" date;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "type_since" date;