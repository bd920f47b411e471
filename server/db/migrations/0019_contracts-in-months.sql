ALTER TABLE "warranty" RENAME COLUMN "duration_years" TO "duration_months";--> statement-breakpoint
UPDATE "warranty" SET "duration_months" = "duration_months" * 12;