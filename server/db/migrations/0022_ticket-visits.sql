-- The last closing of each ticket becomes its visit: the columns hold what it said. Earlier ones were overwritten.
WITH last AS (
  SELECT DISTINCT ON (e.hospital_id, e.owner_id) e.hospital_id, e.owner_id, e.id
  FROM work_event e
  WHERE e.owner_kind = 'ticket' AND e.kind IN ('left-pending', 'closed')
  ORDER BY e.hospital_id, e.owner_id, e.received_at DESC, e.at DESC, e.kind DESC, e.id DESC
)
UPDATE work_event e SET data = e.data || jsonb_build_object('visit', jsonb_build_object(
  'actionTaken', t.action_taken, 'resolutionNote', t.resolution_note, 'partRequired', t.part_required,
  'partDetails', t.part_details, 'partCost', t.part_cost, 'followUpAction', t.follow_up_action,
  'failureClass', t.failure_class, 'files', '[]'::jsonb))
FROM last JOIN ticket t ON t.hospital_id = last.hospital_id AND t.id = last.owner_id
WHERE e.hospital_id = last.hospital_id AND e.owner_kind = 'ticket' AND e.owner_id = last.owner_id AND e.id = last.id
  AND NOT e.data ? 'visit';
--> statement-breakpoint
-- Tablets read these tickets again.
CREATE TEMPORARY TABLE visited ON COMMIT DROP AS
SELECT DISTINCT hospital_id, owner_id AS id FROM work_event WHERE owner_kind = 'ticket' AND data ? 'visit';
--> statement-breakpoint
UPDATE hospital_head SET version = version + 1 WHERE hospital_id IN (SELECT hospital_id FROM visited);
--> statement-breakpoint
UPDATE sync_index s SET version = h.version
FROM hospital_head h, visited v
WHERE s.hospital_id = v.hospital_id AND s.kind = 'ticket' AND s.entity_id = v.id AND h.hospital_id = v.hospital_id;
--> statement-breakpoint
DROP TABLE visited;
