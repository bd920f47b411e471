-- See docs/decisions/574-kept-figures.md. Each trigger reads only the rows of its own statement: a mark that looked up
-- other rows could miss those that another transaction has not committed yet.
LOCK TABLE idempotency_key IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
CREATE TABLE "figure_mark" (
	"hospital_id" text NOT NULL,
	"source" text NOT NULL,
	"from_month" date NOT NULL,
	"to_month" date NOT NULL,
	"weight" bigint DEFAULT 1 + floor(random() * 1000000) NOT NULL
);
--> statement-breakpoint
CREATE INDEX "figure_mark_hospital" ON "figure_mark" USING btree ("hospital_id");--> statement-breakpoint
CREATE OR REPLACE FUNCTION figure_month(day date) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT date_trunc('month', day::timestamp)::date
$$;--> statement-breakpoint
-- The months of an instant in any time zone: those of the day before and of the day after in UTC.
CREATE OR REPLACE FUNCTION figure_day(moment timestamptz, more integer) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (moment AT TIME ZONE 'UTC')::date + more
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION mark_all_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO figure_mark (hospital_id, source, from_month, to_month)
  SELECT DISTINCT hospital_id, TG_ARGV[0], '-infinity'::date, 'infinity'::date FROM changed;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION mark_all_figures_of_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO figure_mark (hospital_id, source, from_month, to_month) VALUES (new.hospital_id, TG_ARGV[0], '-infinity', 'infinity');
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION mark_devices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO figure_mark (hospital_id, source, from_month, to_month)
  SELECT DISTINCT hospital_id, 'register', coalesce(figure_month(installation_date), '-infinity'), 'infinity'::date FROM changed;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION mark_tasks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO figure_mark (hospital_id, source, from_month, to_month)
  SELECT DISTINCT hospital_id, 'task', figure_month(least(coalesce(due_on, task_date), moved_from)),
    figure_month(greatest(coalesce(due_on, task_date), moved_from)) FROM changed;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION mark_tickets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO figure_mark (hospital_id, source, from_month, to_month)
  SELECT DISTINCT hospital_id, 'ticket', figure_month(figure_day(reported_at, -1)), figure_month(figure_day(reported_at, 1))
  FROM changed
  UNION ALL
  SELECT DISTINCT hospital_id, 'closed', figure_month(figure_day(closed_at, -1)), figure_month(figure_day(closed_at, 1))
  FROM changed WHERE closed_at IS NOT NULL
  UNION ALL
  SELECT DISTINCT hospital_id, 'use', figure_month(figure_day(reported_at, -1)),
    coalesce(figure_month(figure_day(coalesce(restored_at, closed_at), 1)), 'infinity')
  FROM changed WHERE machine_status = 'Restrictive Use';
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION mark_steps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO figure_mark (hospital_id, source, from_month, to_month)
  SELECT DISTINCT hospital_id, 'step', figure_month(figure_day(at, -1)), figure_month(figure_day(at, 1))
  FROM changed WHERE owner_kind = 'ticket';
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION mark_downtimes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO figure_mark (hospital_id, source, from_month, to_month)
  SELECT DISTINCT hospital_id, 'use', figure_month(figure_day(from_at, -1)), coalesce(figure_month(figure_day(to_at, 1)), 'infinity')
  FROM changed;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION mark_rounds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO figure_mark (hospital_id, source, from_month, to_month)
  SELECT DISTINCT hospital_id, 'round', figure_month(on_day), CASE TG_OP WHEN 'UPDATE' THEN figure_month(on_day) ELSE 'infinity' END
  FROM changed;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION mark_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO figure_mark (hospital_id, source, from_month, to_month)
  SELECT DISTINCT hospital_id, 'round', figure_month(on_day), figure_month(on_day) FROM changed;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION mark_tests() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO figure_mark (hospital_id, source, from_month, to_month)
  SELECT DISTINCT hospital_id, 'test', CASE WHEN corrects_id IS NULL THEN figure_month(tested_on) ELSE '-infinity' END,
    CASE WHEN corrects_id IS NULL THEN figure_month(tested_on) ELSE 'infinity' END FROM changed;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER figures_added AFTER INSERT ON installation REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_devices();--> statement-breakpoint
CREATE TRIGGER figures_removed AFTER DELETE ON installation REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_devices();--> statement-breakpoint
CREATE TRIGGER figures_changed AFTER UPDATE ON installation FOR EACH ROW
  WHEN ((old.id, old.department_id, old.equipment_id, old.model_id, old.vendor_id, old.removal_reason, old.installation_date, old.retired_at, old.record_from, old.price, old.calibration_frequency) IS DISTINCT FROM
    (new.id, new.department_id, new.equipment_id, new.model_id, new.vendor_id, new.removal_reason, new.installation_date, new.retired_at, new.record_from, new.price, new.calibration_frequency)) EXECUTE FUNCTION mark_all_figures_of_row('register');--> statement-breakpoint
CREATE TRIGGER figures_changed AFTER UPDATE ON equipment FOR EACH ROW
  WHEN ((old.id, old.importance) IS DISTINCT FROM (new.id, new.importance)) EXECUTE FUNCTION mark_all_figures_of_row('register');--> statement-breakpoint
CREATE TRIGGER figures_added AFTER INSERT ON schedule REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_all_figures('plan');--> statement-breakpoint
CREATE TRIGGER figures_removed AFTER DELETE ON schedule REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_all_figures('plan');--> statement-breakpoint
CREATE TRIGGER figures_after AFTER UPDATE ON schedule REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_all_figures('plan');--> statement-breakpoint
CREATE TRIGGER figures_added AFTER INSERT ON warranty REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_all_figures('plan');--> statement-breakpoint
CREATE TRIGGER figures_removed AFTER DELETE ON warranty REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_all_figures('plan');--> statement-breakpoint
CREATE TRIGGER figures_after AFTER UPDATE ON warranty REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_all_figures('plan');--> statement-breakpoint
CREATE TRIGGER figures_added AFTER INSERT ON warranty_serial REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_all_figures('plan');--> statement-breakpoint
CREATE TRIGGER figures_removed AFTER DELETE ON warranty_serial REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_all_figures('plan');--> statement-breakpoint
CREATE TRIGGER figures_after AFTER UPDATE ON warranty_serial REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_all_figures('plan');--> statement-breakpoint
CREATE TRIGGER figures_added AFTER INSERT ON task REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_tasks();--> statement-breakpoint
CREATE TRIGGER figures_removed AFTER DELETE ON task REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_tasks();--> statement-breakpoint
CREATE TRIGGER figures_before AFTER UPDATE ON task REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_tasks();--> statement-breakpoint
CREATE TRIGGER figures_after AFTER UPDATE ON task REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_tasks();--> statement-breakpoint
CREATE TRIGGER figures_added AFTER INSERT ON ticket REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_tickets();--> statement-breakpoint
CREATE TRIGGER figures_removed AFTER DELETE ON ticket REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_tickets();--> statement-breakpoint
CREATE TRIGGER figures_before AFTER UPDATE ON ticket REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_tickets();--> statement-breakpoint
CREATE TRIGGER figures_after AFTER UPDATE ON ticket REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_tickets();--> statement-breakpoint
CREATE TRIGGER figures_added AFTER INSERT ON work_event REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_steps();--> statement-breakpoint
CREATE TRIGGER figures_removed AFTER DELETE ON work_event REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_steps();--> statement-breakpoint
CREATE TRIGGER figures_before AFTER UPDATE ON work_event REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_steps();--> statement-breakpoint
CREATE TRIGGER figures_after AFTER UPDATE ON work_event REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_steps();--> statement-breakpoint
CREATE TRIGGER figures_added AFTER INSERT ON downtime REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_downtimes();--> statement-breakpoint
CREATE TRIGGER figures_removed AFTER DELETE ON downtime REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_downtimes();--> statement-breakpoint
CREATE TRIGGER figures_before AFTER UPDATE ON downtime REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_downtimes();--> statement-breakpoint
CREATE TRIGGER figures_after AFTER UPDATE ON downtime REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_downtimes();--> statement-breakpoint
CREATE TRIGGER figures_added AFTER INSERT ON round_template REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_all_figures('round');--> statement-breakpoint
CREATE TRIGGER figures_removed AFTER DELETE ON round_template REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_all_figures('round');--> statement-breakpoint
CREATE TRIGGER figures_changed AFTER UPDATE ON round_template FOR EACH ROW
  WHEN ((old.id, old.department_id, old.created_at, old.retired_at) IS DISTINCT FROM
    (new.id, new.department_id, new.created_at, new.retired_at)) EXECUTE FUNCTION mark_all_figures_of_row('round');--> statement-breakpoint
CREATE TRIGGER figures_added AFTER INSERT ON round REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_rounds();--> statement-breakpoint
CREATE TRIGGER figures_removed AFTER DELETE ON round REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_rounds();--> statement-breakpoint
CREATE TRIGGER figures_after AFTER UPDATE ON round REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_rounds();--> statement-breakpoint
CREATE TRIGGER figures_changed AFTER UPDATE ON round FOR EACH ROW
  WHEN ((old.id, old.template_id, old.on_day) IS DISTINCT FROM
    (new.id, new.template_id, new.on_day)) EXECUTE FUNCTION mark_all_figures_of_row('round');--> statement-breakpoint
CREATE TRIGGER figures_added AFTER INSERT ON round_entry REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_entries();--> statement-breakpoint
CREATE TRIGGER figures_removed AFTER DELETE ON round_entry REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_entries();--> statement-breakpoint
CREATE TRIGGER figures_before AFTER UPDATE ON round_entry REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_entries();--> statement-breakpoint
CREATE TRIGGER figures_after AFTER UPDATE ON round_entry REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_entries();--> statement-breakpoint
CREATE TRIGGER figures_added AFTER INSERT ON test_record REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_tests();--> statement-breakpoint
CREATE TRIGGER figures_removed AFTER DELETE ON test_record REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_tests();--> statement-breakpoint
CREATE TRIGGER figures_before AFTER UPDATE ON test_record REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_tests();--> statement-breakpoint
CREATE TRIGGER figures_after AFTER UPDATE ON test_record REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_tests();--> statement-breakpoint
CREATE TRIGGER figures_added AFTER INSERT ON procedure_version REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_all_figures('test');--> statement-breakpoint
CREATE TRIGGER figures_removed AFTER DELETE ON procedure_version REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_all_figures('test');--> statement-breakpoint
CREATE TRIGGER figures_after AFTER UPDATE ON procedure_version REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_all_figures('test');
