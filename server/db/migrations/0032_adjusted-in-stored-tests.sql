-- Readings found out of their limits and left within them, by the steps of the version that each test was made with.
CREATE TEMPORARY TABLE told ON COMMIT DROP AS
SELECT r.hospital_id, r.id, jsonb_agg(jsonb_build_object(
    'stepId', s.step ->> 'id',
    'title', s.step ->> 'title',
    'unit', CASE WHEN s.step ->> 'kind' = 'reading' THEN s.step ->> 'unit' WHEN s.step ->> 'method' LIKE 'earth%' THEN 'mΩ' ELSE 'µA' END,
    'found', a.answer -> 'found',
    'left', a.answer -> 'left') ORDER BY s.place) AS adjusted
FROM test_record r
JOIN procedure_version v ON v.hospital_id = r.hospital_id AND v.procedure_id = r.procedure_id AND v.version = r.version
CROSS JOIN LATERAL jsonb_array_elements(v.steps) WITH ORDINALITY AS s (step, place)
JOIN LATERAL jsonb_array_elements(r.answers) AS a (answer) ON a.answer ->> 'stepId' = s.step ->> 'id'
WHERE s.step ->> 'kind' IN ('reading', 'electrical')
  AND ((a.answer ->> 'found')::float8 < (s.step ->> 'lower')::float8 OR (a.answer ->> 'found')::float8 > (s.step ->> 'upper')::float8)
  AND (a.answer ->> 'left')::float8 >= coalesce((s.step ->> 'lower')::float8, '-Infinity')
  AND (a.answer ->> 'left')::float8 <= coalesce((s.step ->> 'upper')::float8, 'Infinity')
GROUP BY r.hospital_id, r.id;
--> statement-breakpoint
UPDATE test_record r SET adjusted = t.adjusted FROM told t WHERE r.hospital_id = t.hospital_id AND r.id = t.id;
--> statement-breakpoint
-- Tablets read these tests again, if they still hold them.
UPDATE hospital_head SET version = version + 1 WHERE hospital_id IN (SELECT hospital_id FROM told);
--> statement-breakpoint
UPDATE sync_index AS known SET version = h.version, changed_at = now()
FROM told t JOIN hospital_head h ON h.hospital_id = t.hospital_id
WHERE known.hospital_id = t.hospital_id AND known.kind = 'test' AND known.entity_id = t.id AND NOT known.deleted;
--> statement-breakpoint
DROP TABLE told;
