-- A next due date before its test was the day of a task that was overdue, or of the work of the test that it corrects.
CREATE TEMPORARY TABLE told ON COMMIT DROP AS
SELECT r.hospital_id, r.id, (
    SELECT jsonb_build_object('type', t.type, 'dueOn', r.next_due_on)
    FROM task t
    WHERE t.hospital_id = r.hospital_id AND t.device_id = r.device_id AND t.removed_at IS NULL
      AND r.next_due_on IN (t.due_on, t.task_date) AND t.cancelled_at IS NULL
      AND (t.closed_at IS NULL OR t.closed_at > r.tested_at)
    ORDER BY t.id LIMIT 1) AS open_task
FROM test_record r WHERE r.next_due_on < r.tested_on;
--> statement-breakpoint
UPDATE test_record r SET next_due_on = NULL, open_task = t.open_task
FROM told t WHERE r.hospital_id = t.hospital_id AND r.id = t.id;
--> statement-breakpoint
-- Tablets read these tests again, if they still hold them.
UPDATE hospital_head SET version = version + 1 WHERE hospital_id IN (SELECT hospital_id FROM told);
--> statement-breakpoint
UPDATE sync_index AS known SET version = h.version, changed_at = now()
FROM told t JOIN hospital_head h ON h.hospital_id = t.hospital_id
WHERE known.hospital_id = t.hospital_id AND known.kind = 'test' AND known.entity_id = t.id AND NOT known.deleted;
--> statement-breakpoint
DROP TABLE told;
