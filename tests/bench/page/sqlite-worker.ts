import sqlite3InitModule, { type Database } from '@sqlite.org/sqlite-wasm';

/** The page's requests to SQLite. */
export type SqliteCall =
  | { do: 'open' | 'close' }
  | { do: 'put'; rows: (string | null)[][] }
  | { do: 'first'; limit: number }
  | { do: 'search'; words: string[]; limit: number };

/** The devices that it found. */
export interface SqliteAnswer {
  rows: unknown[];
}

let database: Database | undefined;

/** Opens SQLite in the origin private file system, which requires a worker. */
async function open(): Promise<void> {
  const sqlite = await sqlite3InitModule();
  const pool = await sqlite.installOpfsSAHPoolVfs({ name: 'cold-sqlite' });
  database = new pool.OpfsSAHPoolDb('/devices.db');
  database.exec(`create table if not exists device (id text primary key, serial text, search text, record text);
    create index if not exists device_serial on device (serial)`);
}

function read(sql: string, bind: (string | number)[]): unknown[] {
  const found = database?.exec({ sql, bind, returnValue: 'resultRows' }) ?? [];
  return found.map(([text]) => JSON.parse(text as string) as unknown);
}

async function answer(call: SqliteCall): Promise<SqliteAnswer> {
  switch (call.do) {
    case 'open':
      await open();
      return { rows: [] };
    case 'close':
      database?.close();
      return { rows: [] };
    case 'put': {
      const { rows } = call;
      database?.transaction(() => {
        const insert = database?.prepare('insert or replace into device values (?, ?, ?, ?)');
        for (const row of rows) insert?.bind(row).stepReset();
        insert?.finalize();
      });
      return { rows: [] };
    }
    case 'first':
      return { rows: read('select record from device order by serial limit ?', [call.limit]) };
    case 'search': {
      const where = call.words.map((_word, at) => `instr(search, ?${at + 1}) > 0`).join(' and ');
      const rank = call.words.map((_word, at) => {
        const place = `instr(search, ?${at + 1})`;
        const name = 'instr(search, char(10))';
        return `case when ${place} = 1 then 0 when ${place} = ${name} + 1 then 1 when ${place} <= ${name} then 2 else 3 end`;
      });
      const best = rank.length > 1 ? `min(${rank.join(', ')})` : rank[0];
      const ranked = `select record from device where ${where} order by ${best}, serial limit ?`;
      return { rows: read(ranked, [...call.words, call.limit]) };
    }
  }
}

addEventListener('message', ({ data }: MessageEvent<SqliteCall>) => {
  void answer(data).then((found) => postMessage(found));
});
