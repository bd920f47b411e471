import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = resolve(import.meta.dirname, '../../server/db/migrations');
const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'));

/** What an older release that still runs would trip over. */
const contracting: readonly [found: RegExp, why: string][] = [
  [/\bdrop\s+(?:table|column|index|function|view|type|constraint|trigger)\b/i, 'drops something'],
  [/\brename\b/i, 'renames something'],
  [/\bset\s+not\s+null\b/i, 'requires a value that older releases may not write'],
  [/\badd\s+column\b(?!.*\b(?:default|generated)\b).*\bnot\s+null\b/i, 'adds a required column without a default'],
  [/\balter\s+column\b.*\b(?:type|drop\s+default)\b/i, 'changes a column'],
  [/\badd\s+constraint\b/i, 'adds a constraint'],
  [/\bcreate\s+unique\s+index\b/i, 'adds a unique index'],
];

/** Returns why a migration stops older releases, one sentence a statement; what it makes itself may change. */
function faultsOf(migration: string): string[] {
  const text = migration.replaceAll(/--(?!>).*$/gm, '');
  const creations = text.matchAll(/\bcreate\s+(?:temporary\s+)?(?:table|function)\s+"?(\w+)"?/gi);
  const made = new Set([...creations].map(([, name]) => name));
  return text.split(/--> statement-breakpoint|;/).flatMap((statement) => {
    const named = [...statement.matchAll(/\b(?:table|function|on)\s+"?(\w+)"?/gi)].map(([, name]) => name);
    if (named.some((name) => made.has(name))) return [];
    const line = statement.replaceAll(/\s+/g, ' ').trim();
    return contracting.flatMap(([found, why]) => (found.test(line) ? [`${why}: ${line.slice(0, 80)}`] : []));
  });
}

/** Returns the same, unless the migration says since which served release nothing uses what it removes. */
function faultsIn(migration: string, served: readonly string[]): string[] {
  const since = /^-- Unused since (\S+)/m.exec(migration)?.[1];
  return since !== undefined && served.includes(since) ? [] : faultsOf(migration);
}

describe('migrations', () => {
  const { entries } = read('meta/_journal.json') as { entries: { idx: number; when: number; tag: string }[] };
  const { servesFrom } = read('serves-from.json') as { servesFrom: string };
  const mark = entries.find(({ tag }) => tag === servesFrom);
  const added = entries.filter(({ idx }) => mark && idx > mark.idx);

  it('name the oldest schema whose release they support', () => {
    expect(entries.map(({ tag }) => tag)).toContain(servesFrom);
  });

  it('only add after that schema, so that its release keeps working', () => {
    const served = entries.flatMap(({ tag, idx }) => (mark && idx <= mark.idx ? [tag] : []));
    const faults = added.flatMap(({ tag }) =>
      faultsIn(readFileSync(join(folder, `${tag}.sql`), 'utf8'), served).map((fault) => `${tag} ${fault}`),
    );
    // See docs/decisions/478-rolling-upgrades.md for what to do.
    expect(faults).toEqual([]);
  });

  it('wait for writes of an older release before locking what those may wait for', () => {
    // Every write begins with its key.
    const first = /^(?:--.*\n)*LOCK TABLE idempotency_key IN SHARE ROW EXCLUSIVE MODE;/;
    const without = added.filter(({ tag }) => !first.test(readFileSync(join(folder, `${tag}.sql`), 'utf8')));
    expect(without.map(({ tag }) => tag)).toEqual([]);
  });

  it('are ordered by time; otherwise a database with the later one would skip the earlier', () => {
    const late = added.filter(({ when, idx }) => entries.some((before) => before.idx < idx && before.when >= when));
    expect(late.map(({ tag }) => tag)).toEqual([]);
  });

  it.each([
    ['ALTER TABLE "ticket" DROP COLUMN "cost";', 'drops something'],
    ['DROP INDEX "vendor_name";', 'drops something'],
    ['ALTER TABLE "warranty" RENAME COLUMN "years" TO "months";', 'renames something'],
    ['ALTER TABLE "ticket" ALTER COLUMN "cost" SET NOT NULL;', 'requires a value'],
    ['ALTER TABLE "ticket" ADD COLUMN "cost" integer NOT NULL;', 'adds a required column'],
    ['ALTER TABLE "ticket" ALTER COLUMN "cost" SET DATA TYPE bigint;', 'changes a column'],
    ['CREATE UNIQUE INDEX "vendor_name" ON "vendor" ("name");', 'adds a unique index'],
    ['ALTER TABLE "ticket" ADD CONSTRAINT "cheap" CHECK (cost < 9);', 'adds a constraint'],
  ])('that break an older release are found: %s', (statement, why) => {
    expect(faultsOf(statement)[0]).toMatch(new RegExp(`^${why}`));
  });

  it('may remove what no supported release uses', () => {
    const migration = '-- Unused since 0040_last\nALTER TABLE "ticket" DROP COLUMN "cost";';
    expect(faultsIn(migration, ['0039_before', '0040_last'])).toEqual([]);
    expect(faultsIn(migration, ['0039_before'])).toHaveLength(1);
  });

  it('may add, and may change what they added themselves', () => {
    const migration = `CREATE TABLE "ward" ("id" text NOT NULL);--> statement-breakpoint
      ALTER TABLE "ward" ADD CONSTRAINT "one" UNIQUE ("id");--> statement-breakpoint
      CREATE UNIQUE INDEX "ward_id" ON "ward" USING btree ("id");--> statement-breakpoint
      ALTER TABLE "ticket" ADD COLUMN "cost" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
      CREATE INDEX "ticket_cost" ON "ticket" ("cost");
      CREATE TEMPORARY TABLE told ON COMMIT DROP AS SELECT 1;
      DROP TABLE told;`;
    expect(faultsOf(migration)).toEqual([]);
  });
});
