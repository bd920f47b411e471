import type { DeviceRecord } from '#contract/records/ward.ts';
import { sameKey, searchWords } from '#contract/rules/text.ts';
import { orderKey } from '#contract/rules/natural-order.ts';
import type { Page, Texts } from './page.ts';
import type { AnyRow, Spot, Table, TableListener } from './table.ts';

/** Finds devices by serial number and by words; reads the pages of the device table without decoding rows. */
export interface DeviceIndex extends TableListener {
  /** Returns the id of the device with this serial number, as `sameKey` compares it. */
  idBySerial(serialNumber: string): string | undefined;
  /**
   * Returns the positions in the table of devices that contain every word, best first. An empty text matches the first
   * devices.
   */
  search(text: string, limit: number): number[];
}

/** The quality of a hit, best first. */
const rank = { serialStart: 0, nameStart: 1, inSerial: 2, inName: 3, elsewhere: 4 } as const;
const ranks = Object.values(rank).length;
const missing = -1;

type Field = keyof DeviceRecord;
const serial: Field = 'serialNumber';
/** The fields that are searched. A word's rank depends on the first field that contains it, at its start or within. */
const searched: readonly { field: Field; start: number; within: number }[] = [
  { field: serial, start: rank.serialStart, within: rank.inSerial },
  { field: 'equipmentName', start: rank.nameStart, within: rank.inName },
  ...(['makeName', 'modelName', 'departmentName', 'location'] as const).map((field) => ({
    field,
    start: rank.elsewhere,
    within: rank.elsewhere,
  })),
];

/** Returns, for each line, 0 if it does not contain the word, otherwise its rank plus one. */
function rankLines(lines: string, count: number, word: string, start: number, within: number): Uint8Array | null {
  let found = lines.indexOf(word);
  if (found < 0) return null;
  const ranked = new Uint8Array(count);
  let line = 0;
  let begins = 0;
  while (found >= 0) {
    for (let ends = lines.indexOf('\n', begins); ends >= 0 && ends < found; ends = lines.indexOf('\n', begins)) {
      line += 1;
      begins = ends + 1;
    }
    ranked[line] = 1 + (found === begins ? start : within);
    const ends = lines.indexOf('\n', found);
    if (ends < 0) break;
    line += 1;
    begins = ends + 1;
    found = lines.indexOf(word, begins);
  }
  return ranked;
}

/** Ranks the rows of a page for one word. */
type Ranking = (place: number) => number;

function rankPage(page: Page<AnyRow>, word: string): Ranking | null {
  const hits: { at: Texts['at']; ranked: Uint8Array }[] = [];
  for (const { field, start, within } of searched) {
    const { at, lines, count } = page.texts(field);
    const ranked = rankLines(lines, count, word, start, within);
    if (ranked) hits.push({ at, ranked });
  }
  if (hits.length === 0) return null;
  return (place) => {
    for (const { at, ranked } of hits) {
      const found = ranked[at[place] ?? 0];
      if (found) return found - 1;
    }
    return missing;
  };
}

/** Returns the best rank of any word by row; null if no row of the page contains every word. */
function rankPageAll(page: Page<AnyRow>, words: readonly string[]): Ranking | null {
  const rankings: Ranking[] = [];
  for (const word of words) {
    const ranking = rankPage(page, word);
    if (!ranking) return null;
    rankings.push(ranking);
  }
  return (place) => {
    let best: number = ranks;
    for (const ranking of rankings) {
      const found = ranking(place);
      if (found === missing) return missing;
      best = Math.min(best, found);
    }
    return best;
  };
}

/** Builds the index of a table on its first read. */
export function createDeviceIndex(table: () => Table): DeviceIndex {
  let idsBySerial: Map<string, string> | null = null;

  function keyOf({ page, place }: Spot): string {
    return sameKey(page.text(serial, place));
  }

  function readSerials(): Map<string, string> {
    const read = new Map<string, string>();
    const { count, pageAt, placeAt } = table();
    for (let slot = 0; slot < count; slot += 1) {
      const page = pageAt(slot);
      const place = placeAt(slot);
      if (page) read.set(keyOf({ page, place }), page.id(place));
    }
    return read;
  }

  function forget(before: Spot): void {
    const key = keyOf(before);
    if (idsBySerial?.get(key) === before.page.id(before.place)) idsBySerial?.delete(key);
  }

  return {
    append(page, from, to) {
      if (!idsBySerial) return;
      for (let place = from; place < to; place += 1) idsBySerial.set(keyOf({ page, place }), page.id(place));
    },
    replace(page, place, before) {
      if (!idsBySerial) return;
      forget(before);
      idsBySerial.set(keyOf({ page, place }), page.id(place));
    },
    remove(before) {
      if (idsBySerial) forget(before);
    },
    idBySerial(serialNumber) {
      idsBySerial ??= readSerials();
      return idsBySerial.get(sameKey(serialNumber));
    },
    search(text, limit) {
      const { count, pageAt, placeAt } = table();
      const words = searchWords(text).sort((a, b) => b.length - a.length);
      if (words.length === 0) return Array.from({ length: Math.min(limit, count) }, (_, slot) => slot);
      const hits: number[][] = Array.from({ length: ranks }, () => []);
      const best = hits[rank.serialStart] ?? [];
      const rankings = new Map<Page<AnyRow>, Ranking | null>();
      let page: Page<AnyRow> | undefined;
      let ranking: Ranking | null | undefined = null;
      for (let slot = 0; slot < count && best.length < limit; slot += 1) {
        if (pageAt(slot) !== page) {
          page = pageAt(slot);
          ranking = page && rankings.get(page);
          if (page && ranking === undefined) rankings.set(page, (ranking = rankPageAll(page, words)));
        }
        if (!ranking) continue;
        const list = hits[ranking(placeAt(slot))];
        if (list !== undefined && list.length < limit) list.push(slot);
      }
      const ordered = hits.flatMap((list) =>
        list
          .map((slot) => ({ slot, key: orderKey(pageAt(slot)?.text(serial, placeAt(slot)) ?? '') }))
          .sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key))),
      );
      return ordered.slice(0, limit).map(({ slot }) => slot);
    },
  };
}
