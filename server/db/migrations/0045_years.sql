-- See docs/decisions/479 and 480. Its indexes are built while writes wait.
LOCK TABLE idempotency_key IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
CREATE TABLE "hospital_tally" (
	"hospital_id" text NOT NULL,
	"devices" integer DEFAULT 0 NOT NULL,
	"open_tickets" integer DEFAULT 0 NOT NULL,
	"stored_bytes" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "round" ADD COLUMN "plain_devices" text[];--> statement-breakpoint
ALTER TABLE "audit_entry" ADD COLUMN "made_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "hospital_tally_hospital" ON "hospital_tally" USING btree ("hospital_id");--> statement-breakpoint
CREATE INDEX "task_closed" ON "task" USING btree ("hospital_id","closed_on");--> statement-breakpoint
CREATE INDEX "task_not_located" ON "task" USING btree ("hospital_id","device_id") WHERE "task"."attempt_reason" = 'not-located';--> statement-breakpoint
CREATE INDEX "ticket_waiting" ON "ticket" USING btree ("hospital_id","device_id") WHERE "ticket"."waiting_for" is not null;--> statement-breakpoint
CREATE INDEX "idempotency_key_created" ON "idempotency_key" USING btree ("hospital_id","created_at");--> statement-breakpoint
-- Nothing may be written between the first count and the triggers.
LOCK TABLE installation, ticket, attachment IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
INSERT INTO hospital_tally (hospital_id, devices) SELECT hospital_id, count(*) FROM installation WHERE retired_at IS NULL GROUP BY 1;--> statement-breakpoint
INSERT INTO hospital_tally (hospital_id, open_tickets) SELECT hospital_id, count(*) FROM ticket WHERE status <> 'Closed' GROUP BY 1;--> statement-breakpoint
INSERT INTO hospital_tally (hospital_id, stored_bytes) SELECT hospital_id, sum(size_bytes) FROM attachment WHERE received_bytes > 0 GROUP BY 1;--> statement-breakpoint
CREATE OR REPLACE FUNCTION tally_devices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO hospital_tally (hospital_id, devices) VALUES (new.hospital_id, CASE WHEN new.retired_at IS NULL THEN 1 ELSE -1 END);
  ELSE
    INSERT INTO hospital_tally (hospital_id, devices)
    SELECT hospital_id, CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END FROM changed WHERE retired_at IS NULL GROUP BY 1;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION tally_tickets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO hospital_tally (hospital_id, open_tickets) VALUES (new.hospital_id, CASE WHEN new.status <> 'Closed' THEN 1 ELSE -1 END);
  ELSE
    INSERT INTO hospital_tally (hospital_id, open_tickets)
    SELECT hospital_id, CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END FROM changed WHERE status <> 'Closed' GROUP BY 1;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION tally_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO hospital_tally (hospital_id, stored_bytes) VALUES (new.hospital_id,
      CASE WHEN new.received_bytes > 0 THEN new.size_bytes ELSE 0 END - CASE WHEN old.received_bytes > 0 THEN old.size_bytes ELSE 0 END);
  ELSE
    INSERT INTO hospital_tally (hospital_id, stored_bytes)
    SELECT hospital_id, CASE TG_OP WHEN 'INSERT' THEN sum(size_bytes) ELSE -sum(size_bytes) END FROM changed WHERE received_bytes > 0 GROUP BY 1;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER tally_added AFTER INSERT ON installation REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tally_devices();--> statement-breakpoint
CREATE TRIGGER tally_removed AFTER DELETE ON installation REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tally_devices();--> statement-breakpoint
CREATE TRIGGER tally_changed AFTER UPDATE OF retired_at ON installation FOR EACH ROW
  WHEN ((old.retired_at IS NULL) <> (new.retired_at IS NULL)) EXECUTE FUNCTION tally_devices();--> statement-breakpoint
CREATE TRIGGER tally_added AFTER INSERT ON ticket REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tally_tickets();--> statement-breakpoint
CREATE TRIGGER tally_removed AFTER DELETE ON ticket REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tally_tickets();--> statement-breakpoint
CREATE TRIGGER tally_changed AFTER UPDATE OF status ON ticket FOR EACH ROW
  WHEN ((old.status = 'Closed') <> (new.status = 'Closed')) EXECUTE FUNCTION tally_tickets();--> statement-breakpoint
CREATE TRIGGER tally_added AFTER INSERT ON attachment REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tally_bytes();--> statement-breakpoint
CREATE TRIGGER tally_removed AFTER DELETE ON attachment REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tally_bytes();--> statement-breakpoint
CREATE TRIGGER tally_changed AFTER UPDATE OF received_bytes, size_bytes ON attachment FOR EACH ROW
  WHEN ((old.received_bytes > 0) <> (new.received_bytes > 0) OR old.size_bytes <> new.size_bytes) EXECUTE FUNCTION tally_bytes();
