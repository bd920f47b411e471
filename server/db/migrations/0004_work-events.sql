CREATE TABLE "work_event" (
	"hospital_id" text NOT NULL,
	"owner_kind" text NOT NULL,
	"owner_id" text NOT NULL,
	"id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"by_id" text,
	"by_name" text,
	"by_role" text,
	"kind" text NOT NULL,
	"data" jsonb NOT NULL,
	CONSTRAINT "work_event_hospital_id_owner_kind_owner_id_id_pk" PRIMARY KEY("hospital_id","owner_kind","owner_id","id")
);
--> statement-breakpoint
-- What stood there as sentences is read into events; a sentence that cannot be read becomes a note of nobody.
CREATE FUNCTION work_event_instant(said text) RETURNS timestamptz LANGUAGE plpgsql AS $$
BEGIN
  RETURN CASE WHEN isfinite(said::timestamptz) THEN said::timestamptz END;
EXCEPTION WHEN data_exception THEN
  RETURN NULL;
END $$;
--> statement-breakpoint
INSERT INTO "work_event" ("hospital_id", "owner_kind", "owner_id", "id", "at", "received_at", "by_id", "by_name", "by_role", "kind", "data")
WITH owner AS (
  SELECT hospital_id, 'ticket' AS owner_kind, id, timeline, reported_at AS began_at, received_at, reported_by_id,
    technician_id, closed_by_id, closed_by_name
  FROM ticket
  UNION ALL
  SELECT hospital_id, 'task', id, timeline, created_at, NULL, NULL, technician_id, closed_by_id, closed_by_name
  FROM task
), said AS (
  SELECT owner.*, entry.place, coalesce(entry.value ->> 'text', entry.value::text) AS words,
    coalesce(work_event_instant(entry.value ->> 'at'), owner.began_at) AS at
  FROM owner, jsonb_array_elements(owner.timeline) WITH ORDINALITY AS entry (value, place)
), meant AS (
  SELECT said.*, CASE
    WHEN owner_kind = 'ticket' AND place = 1 AND starts_with(words, 'Reported by ') THEN 'reported'
    WHEN words ~ '^(Technician assigned: |Assigned to )' THEN 'assigned'
    WHEN words = 'Technician dispatched' THEN 'dispatched'
    WHEN words ~ '^Escalated to (Low|Medium|High|Critical)$' THEN 'escalated'
    WHEN starts_with(words, 'Action required: ') THEN 'action-required'
    WHEN words = 'Left pending for a follow-up' THEN 'left-pending'
    WHEN words = 'Closed' OR starts_with(words, 'Closed by ') THEN 'closed'
    ELSE 'note'
  END AS kind
  FROM said
), named AS (
  SELECT meant.*,
    CASE WHEN kind = 'assigned' THEN regexp_replace(words, '^(Technician assigned: |Assigned to )', '') END AS technician,
    CASE
      WHEN kind = 'closed' AND words = 'Closed' THEN closed_by_name
      WHEN kind = 'closed' THEN substr(words, 11)
    END AS closer
  FROM meant
)
SELECT named.hospital_id, owner_kind, named.id,
  CASE kind WHEN 'reported' THEN named.id ELSE 'timeline-' || place END,
  at, CASE kind WHEN 'reported' THEN received_at ELSE at END,
  who.id, CASE kind WHEN 'closed' THEN closer ELSE who.name END, who.role, kind,
  CASE kind
    WHEN 'reported' THEN jsonb_build_object('reportedBy', substr(words, 13))
    WHEN 'assigned' THEN jsonb_build_object('technicianId', chosen.id, 'technicianName', technician)
    WHEN 'escalated' THEN jsonb_build_object('to', substr(words, 14))
    WHEN 'action-required' THEN jsonb_build_object('details', substr(words, 18))
    WHEN 'note' THEN jsonb_build_object('text', words)
    ELSE '{}'
  END
FROM named
LEFT JOIN app_user who ON who.id =
  CASE WHEN kind = 'reported' THEN reported_by_id WHEN kind = 'closed' AND closer = closed_by_name THEN closed_by_id END
LEFT JOIN app_user chosen ON chosen.hospital_id = named.hospital_id AND chosen.id = technician_id AND chosen.name = technician;
--> statement-breakpoint
INSERT INTO "work_event" ("hospital_id", "owner_kind", "owner_id", "id", "at", "received_at", "by_name", "kind", "data")
SELECT hospital_id, owner_kind, id, 'note-' || place, at, at, said ->> 'by', 'note',
  jsonb_build_object('text', coalesce(said ->> 'text', said::text))
FROM (
  SELECT hospital_id, owner_kind, id, place, note.value AS said,
    coalesce(work_event_instant(note.value ->> 'at'), began_at) AS at
  FROM (
    SELECT hospital_id, 'ticket' AS owner_kind, id, notes, reported_at AS began_at FROM ticket
    UNION ALL
    SELECT hospital_id, 'task', id, notes, created_at FROM task
  ) owner, jsonb_array_elements(owner.notes) WITH ORDINALITY AS note (value, place)
) noted;
--> statement-breakpoint
-- What only a column tells, as in the demo hospital.
INSERT INTO "work_event" ("hospital_id", "owner_kind", "owner_id", "id", "at", "received_at", "by_id", "by_name", "by_role", "kind", "data")
SELECT told.hospital_id, told.owner_kind, told.id, 'known-' || told.kind, told.at, told.at, told.by_id, told.by_name, who.role,
  told.kind, told.data
FROM (
  SELECT t.hospital_id, 'ticket' AS owner_kind, t.id, known.*
  FROM ticket t, LATERAL (VALUES
    ('reported', t.reported_at, t.reported_by_id, NULL, jsonb_build_object('reportedBy', t.reported_by)),
    ('assigned', t.assigned_at, NULL, NULL, jsonb_build_object('technicianId', t.technician_id, 'technicianName',
      (SELECT u.name FROM app_user u WHERE u.hospital_id = t.hospital_id AND u.id = t.technician_id))),
    ('dispatched', t.dispatched_at, NULL, NULL, '{}'),
    ('escalated', t.escalated_at, NULL, NULL, jsonb_build_object('to', t.priority)),
    ('closed', t.closed_at, t.closed_by_id, t.closed_by_name, '{}')
  ) AS known (kind, at, by_id, by_name, data)
  UNION ALL
  SELECT t.hospital_id, 'task', t.id, known.*
  FROM task t, LATERAL (VALUES
    ('assigned', t.assigned_at, NULL, NULL, jsonb_build_object('technicianId', t.technician_id, 'technicianName',
      (SELECT u.name FROM app_user u WHERE u.hospital_id = t.hospital_id AND u.id = t.technician_id))),
    ('dispatched', t.dispatched_at, NULL, NULL, '{}'),
    ('escalated', t.escalated_at, NULL, NULL, jsonb_build_object('to', t.priority)),
    ('closed', t.closed_at, t.closed_by_id, t.closed_by_name, '{}')
  ) AS known (kind, at, by_id, by_name, data)
) told
LEFT JOIN app_user who ON who.id = told.by_id
WHERE told.at IS NOT NULL AND NOT EXISTS (
  SELECT FROM work_event e
  WHERE e.hospital_id = told.hospital_id AND e.owner_kind = told.owner_kind AND e.owner_id = told.id AND e.kind = told.kind
);
--> statement-breakpoint
DROP FUNCTION work_event_instant(text);
--> statement-breakpoint
ALTER TABLE "task" DROP COLUMN "notes";--> statement-breakpoint
ALTER TABLE "task" DROP COLUMN "timeline";--> statement-breakpoint
ALTER TABLE "ticket" DROP COLUMN "notes";--> statement-breakpoint
ALTER TABLE "ticket" DROP COLUMN "timeline";