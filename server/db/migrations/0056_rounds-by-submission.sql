-- Built while writes wait.
LOCK TABLE idempotency_key IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
CREATE INDEX "round_template_submitted" ON "round" USING btree ("hospital_id","template_id","submitted_at");