import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { StoredCommand } from '#sync/outbox/schema.ts';
import type { Campaign } from './campaign.ts';
import { markPattern } from './work.ts';

/** The outcome for each promise; each violation names its entry. */
export interface Verdict {
  saved: number;
  toldLost: number;
  lost: string[];
  duplicated: string[];
  broken: string[];
}

interface Effect {
  mark: string;
  /** Id or name of the author, as in the table. */
  author: string;
}

const effectsQuery = `
  select problem_reported as mark, reported_by_id as author from ticket
  union all select action_taken, closed_by_id from task where action_taken <> ''
  union all select data ->> 'text', by_id from work_event where owner_kind = 'task' and kind = 'note'
  union all select e.description, r.user_id from round_entry e
    join round r on r.hospital_id = e.hospital_id and r.id = e.round_id where e.description <> ''`;

const markOf = (entry: StoredCommand): string => JSON.stringify(entry.call.body).match(markPattern)?.[0] ?? '';

/** Compares the entries that the tablets saved (`entries`, all that their storage holds or held) with the database. */
export async function judge(campaign: Campaign, entries: readonly StoredCommand[]): Promise<Verdict> {
  const { pool, filesDir } = campaign.world;
  const { attempts } = campaign.work;
  const verdict: Verdict = { saved: 0, toldLost: 0, lost: [], duplicated: [], broken: [] };
  const { lost, duplicated, broken } = verdict;
  /** Waiting entries are stuck, but not lost. */
  const waiting = new Set(entries.filter(({ open }) => open === 1).map(markOf));
  for (const entry of entries) {
    const attempt = attempts.get(markOf(entry));
    if (!attempt) broken.push(`A tablet holds an entry that nobody made: ${JSON.stringify(entry.call.body)}`);
    else if (attempt.author.id !== entry.userId) broken.push(`${attempt.mark} lies under another author`);
    else attempt.saved = true;
  }

  const effects = new Map<string, Effect[]>();
  for (const effect of (await pool.query<Effect>(effectsQuery)).rows) {
    effects.set(effect.mark, [...(effects.get(effect.mark) ?? []), effect]);
  }
  for (const attempt of attempts.values()) {
    const { mark, author, saved, refused, toldLost } = attempt;
    const found = effects.get(mark) ?? [];
    if (saved) verdict.saved += 1;
    if (toldLost) verdict.toldLost += 1;
    if (found.length > 1) duplicated.push(`${mark}: ${found.length} times`);
    if (saved && !toldLost && found.length === 0 && !waiting.has(mark)) lost.push(mark);
    if (refused && found.length > 0) broken.push(`${mark} was said not to be saved, and is there`);
    for (const each of found) {
      if (each.author !== author.id && each.author !== author.name)
        broken.push(`${mark} by ${author.name} is there under ${each.author}`);
    }
  }
  for (const mark of effects.keys()) if (!attempts.has(mark)) broken.push(`Nobody made ${mark}`);

  await judgeKeys(campaign, entries, broken);
  await judgeFiles(campaign, entries, filesDir, broken);
  const refusals = await pool.query<{ title: string; message: string }>('select title, message from refusal');
  for (const { title, message } of refusals.rows) broken.push(`The server refused "${title}": ${message}`);
  return verdict;
}

/** Checks that every key of an offline entry belongs to one entry of a tablet, with its author and audit record. */
async function judgeKeys({ world }: Campaign, entries: readonly StoredCommand[], broken: string[]): Promise<void> {
  const { rows } = await world.pool.query<{ key: string; user_id: string; status: number | null; audited: boolean }>(
    `select k.key, k.user_id, k.status, a.id is not null as audited from idempotency_key k
     left join audit_entry a on a.hospital_id = k.hospital_id and a.id = k.key where k.kind is not null`,
  );
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  for (const { key, user_id: userId, status, audited } of rows) {
    const entry = byId.get(key);
    if (!entry) broken.push(`Unasked: the key ${key} is of no entry of a tablet`);
    else if (entry.userId !== userId) broken.push(`${markOf(entry)} was taken under another user`);
    if (status === null || status >= 300 || !audited) broken.push(`The key ${key} is torn: ${status}, ${audited}`);
  }
}

/** Checks that files referenced by entries are complete and stored under their own hash. */
async function judgeFiles(
  { world, work }: Campaign,
  entries: readonly StoredCommand[],
  filesDir: string,
  broken: string[],
): Promise<void> {
  const { rows } = await world.pool.query<{ sha256: string; whole: boolean }>(
    `select u.sha256, bool_and(a.received_at is not null and a.received_bytes = a.size_bytes) as whole
     from attachment_use u join attachment a on a.hospital_id = u.hospital_id and a.sha256 = u.sha256 group by u.sha256`,
  );
  const whole = new Map(rows.map((row) => [row.sha256, row.whole]));
  const kept = new Set<string>();
  for (const file of await readdir(filesDir, { recursive: true, withFileTypes: true })) {
    if (!file.isFile() || file.name.includes('.')) continue;
    const bytes = await readFile(join(file.parentPath, file.name));
    if (createHash('sha256').update(bytes).digest('hex') === basename(file.name)) kept.add(file.name);
    else broken.push(`The file ${file.name} has other bytes`);
  }
  for (const entry of entries) {
    if (entry.open === 1 || work.attempts.get(markOf(entry))?.toldLost) continue;
    for (const { sha256 } of entry.files) {
      if (whole.get(sha256) !== true || !kept.has(sha256)) broken.push(`${markOf(entry)} lacks its file ${sha256}`);
    }
  }
}
