ALTER TABLE "ticket" ADD COLUMN "waiting_since" timestamp (3) with time zone;--> statement-breakpoint
-- The clock of a ticket that was closed without Restored stopped at its last step instead of the closing. This is
-- `ticketClock` of that release in SQL, for tickets whose clock was stored.
CREATE FUNCTION ticket_clock_again(of_hospital text, of_ticket text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  kept ticket%ROWTYPE;
  step record;
  -- What goes on; a reason after 'waiting', or null for a follow-up.
  phase text := 'reported';
  reason text;
  since timestamptz;
  accepted timestamptz;
  arrived timestamptz;
  restored timestamptz;
  hands_on bigint := 0;
  waited jsonb := '{}';
  ms bigint;
BEGIN
  SELECT * INTO kept FROM ticket WHERE hospital_id = of_hospital AND id = of_ticket;
  since := kept.reported_at;
  FOR step IN
    SELECT kind, at, data ->> 'reason' AS reason FROM work_event
    WHERE hospital_id = of_hospital AND owner_kind = 'ticket' AND owner_id = of_ticket
      AND kind IN ('accepted', 'arrived', 'waiting', 'resumed', 'restored', 'left-pending')
      AND at >= kept.reported_at AND at <= coalesce(kept.closed_at, 'infinity')
    ORDER BY at, array_position(ARRAY['accepted', 'arrived', 'waiting', 'resumed', 'restored', 'left-pending'], kind),
      id COLLATE "C"
  LOOP
    EXIT WHEN restored IS NOT NULL;
    CONTINUE WHEN step.kind = 'resumed' AND phase <> 'waiting';
    ms := round(extract(epoch FROM step.at - since) * 1000);
    IF phase = 'working' THEN
      hands_on := hands_on + ms;
    ELSIF phase = 'waiting' AND reason IS NOT NULL THEN
      waited := waited || jsonb_build_object(reason, coalesce((waited ->> reason)::bigint, 0) + ms);
    END IF;
    since := step.at;
    CASE step.kind
      WHEN 'accepted' THEN
        phase := CASE phase WHEN 'reported' THEN 'accepted' ELSE phase END;
        accepted := coalesce(accepted, step.at);
      WHEN 'arrived' THEN
        phase := 'working';
        arrived := coalesce(arrived, step.at);
      WHEN 'waiting' THEN
        phase := 'waiting';
        reason := step.reason;
      WHEN 'resumed' THEN phase := 'working';
      WHEN 'left-pending' THEN
        IF phase <> 'waiting' THEN
          phase := 'waiting';
          reason := NULL;
        END IF;
      WHEN 'restored' THEN restored := step.at;
    END CASE;
  END LOOP;
  IF restored IS NULL THEN
    ms := greatest(0, round(extract(epoch FROM coalesce(kept.closed_at, since) - since) * 1000));
    IF phase = 'working' THEN
      hands_on := hands_on + ms;
    ELSIF phase = 'waiting' AND reason IS NOT NULL THEN
      waited := waited || jsonb_build_object(reason, coalesce((waited ->> reason)::bigint, 0) + ms);
    END IF;
  END IF;
  UPDATE ticket SET accepted_at = accepted, first_arrived_at = arrived, restored_at = restored,
    hands_on_ms = CASE WHEN (arrived IS NOT NULL OR hands_on > 0) AND coalesce(restored, closed_at) IS NOT NULL THEN hands_on END,
    waiting_ms = waited,
    waiting_for = CASE WHEN phase = 'waiting' AND restored IS NULL AND closed_at IS NULL THEN reason END,
    waiting_since = CASE
      WHEN phase = 'waiting' AND reason IS NOT NULL AND restored IS NULL AND closed_at IS NULL THEN since
    END
  WHERE hospital_id = of_hospital AND id = of_ticket;
END $$;
--> statement-breakpoint
SELECT ticket_clock_again(hospital_id, id) FROM ticket WHERE waiting_ms IS NOT NULL;
--> statement-breakpoint
DROP FUNCTION ticket_clock_again(text, text);
