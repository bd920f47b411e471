ALTER TABLE "hospital_head" ADD COLUMN "cleared_on" date;--> statement-breakpoint
CREATE INDEX "refresh_family_end" ON "refresh_family" USING btree (least("revoked_at", "expires_at"));--> statement-breakpoint
CREATE INDEX "sync_index_deleted" ON "sync_index" USING btree ("hospital_id","changed_at") WHERE "sync_index"."deleted";