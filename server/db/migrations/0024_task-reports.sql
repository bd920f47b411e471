-- The last report of each task that is still open gets the actions taken from the columns. Earlier ones were overwritten.
WITH last AS (
  SELECT DISTINCT ON (e.hospital_id, e.owner_id) e.hospital_id, e.owner_id, e.id
  FROM work_event e
  WHERE e.owner_kind = 'task' AND e.kind = 'action-required'
  ORDER BY e.hospital_id, e.owner_id, e.received_at DESC, e.at DESC, e.id DESC
)
UPDATE work_event e SET data = e.data || jsonb_build_object('actionTaken', t.action_taken)
FROM last JOIN task t ON t.hospital_id = last.hospital_id AND t.id = last.owner_id AND t.closed_at IS NULL AND t.action_required
WHERE e.hospital_id = last.hospital_id AND e.owner_kind = 'task' AND e.owner_id = last.owner_id AND e.id = last.id
  AND NOT e.data ? 'actionTaken' AND t.action_taken <> '';
--> statement-breakpoint
-- A task with a report that went with its source is one that its plan has cancelled.
CREATE TEMPORARY TABLE gone ON COMMIT DROP AS
SELECT t.hospital_id, t.id, t.removed_at, CASE
    WHEN i.retired_at IS NOT NULL THEN 'The device was retired.'
    WHEN t.source_kind = 'ticket' THEN 'The ticket was closed without a follow-up.'
    WHEN t.source_kind = 'schedule' THEN 'Its schedule no longer plans this task.'
    WHEN t.source_kind = 'warranty' THEN 'Its warranty or contract no longer plans this task.'
    ELSE 'The details of the device no longer plan this task.' END AS reason
FROM task t JOIN installation i ON i.hospital_id = t.hospital_id AND i.id = t.device_id
WHERE t.removed_at IS NOT NULL AND t.closed_at IS NULL AND t.cancelled_at IS NULL AND t.action_required;
--> statement-breakpoint
UPDATE task t SET removed_at = NULL, cancelled_at = g.removed_at, cancel_reason = g.reason
FROM gone g WHERE t.hospital_id = g.hospital_id AND t.id = g.id;
--> statement-breakpoint
INSERT INTO work_event (hospital_id, owner_kind, owner_id, id, at, received_at, kind, data)
SELECT hospital_id, 'task', id, gen_random_uuid()::text, removed_at, removed_at, 'cancelled', jsonb_build_object('reason', reason)
FROM gone;
--> statement-breakpoint
-- Tablets read these tasks again.
CREATE TEMPORARY TABLE reported ON COMMIT DROP AS
SELECT hospital_id, id FROM gone
UNION
SELECT e.hospital_id, e.owner_id FROM work_event e
JOIN task t ON t.hospital_id = e.hospital_id AND t.id = e.owner_id AND t.removed_at IS NULL
WHERE e.owner_kind = 'task' AND e.kind = 'action-required' AND e.data ? 'actionTaken';
--> statement-breakpoint
UPDATE hospital_head SET version = version + 1 WHERE hospital_id IN (SELECT hospital_id FROM reported);
--> statement-breakpoint
INSERT INTO sync_index AS known (hospital_id, kind, entity_id, version, since, deleted, changed_at)
SELECT r.hospital_id, 'task', r.id, h.version, h.version, false, now()
FROM reported r JOIN hospital_head h ON h.hospital_id = r.hospital_id
ON CONFLICT (hospital_id, kind, entity_id) DO UPDATE SET version = excluded.version, deleted = false,
  changed_at = excluded.changed_at, since = CASE WHEN known.deleted THEN excluded.version ELSE known.since END;
--> statement-breakpoint
DROP TABLE gone;
--> statement-breakpoint
DROP TABLE reported;
