-- Fast "contains" searches where the server offers pg_trgm and lets this role install it; without it they are slower.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
EXCEPTION WHEN OTHERS THEN
  RAISE NOTICE 'pg_trgm is not available: %', SQLERRM;
END
$$;
--> statement-breakpoint
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
    CREATE INDEX installation_search ON installation USING gin (search gin_trgm_ops);
    CREATE INDEX ticket_search ON ticket USING gin (search gin_trgm_ops);
  END IF;
END
$$;
