ALTER TABLE "hospital" ADD COLUMN "storage_mb" integer DEFAULT 10000 NOT NULL;--> statement-breakpoint
-- What a hospital stores already fits twice: an upgrade refuses nobody's next file.
UPDATE hospital h SET storage_mb = greatest(h.storage_mb, ceil(2 * f.bytes / 1048576.0))
FROM (SELECT hospital_id, sum(size_bytes) AS bytes FROM attachment GROUP BY hospital_id) f WHERE f.hospital_id = h.id;
