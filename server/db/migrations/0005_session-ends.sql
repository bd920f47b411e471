ALTER TABLE "refresh_family" ADD COLUMN "unlock_hash" text;--> statement-breakpoint
-- Whatever ends a session says so, to servers that hold an event stream of it: the user's id, or the hospital's.
CREATE OR REPLACE FUNCTION tell_session_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('ward_rounds_session_ends', to_jsonb(NEW)->>TG_ARGV[0]);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER refresh_family_end AFTER UPDATE OF revoked_at, scope ON refresh_family FOR EACH ROW
  WHEN (NEW.revoked_at IS DISTINCT FROM OLD.revoked_at OR NEW.scope <> OLD.scope)
  EXECUTE FUNCTION tell_session_end('user_id');
--> statement-breakpoint
CREATE TRIGGER app_user_end AFTER UPDATE OF deleted_at ON app_user FOR EACH ROW
  WHEN (NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION tell_session_end('id');
--> statement-breakpoint
CREATE TRIGGER hospital_end AFTER UPDATE OF is_active ON hospital FOR EACH ROW
  WHEN (NOT NEW.is_active) EXECUTE FUNCTION tell_session_end('id');
