/** Records which hospital each id and word belongs to. */
export interface Owners {
  /** Registers a hospital by the marker that all its words start with. */
  add(mark: string): void;
  /** Assigns ids that are in a response but not in its request to the caller's hospital. */
  learn(text: string, mark: string, sent: string): void;
  /** Foreign ids and words in a request: from then on its hospital may receive them again as its own data. */
  hear(sent: string, mark: string): void;
  /** Ids and words of another hospital in a response, except those that this one has sent itself. */
  foreignIn(told: string, mark: string): string[];
  /** Ids of the hospital, newest last. */
  idsOf(mark: string): readonly string[];
  /** Ids in responses to several hospitals: they belong to the installation. */
  share(id: string): void;
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
/** Number of ids kept per hospital for use by others; older ones are dropped. */
const maxOffered = 400;

/** Context shown around a foreign id. Units: characters. */
const around = 60;

/** Creates an empty register. */
export function createOwners(): Owners {
  const byId = new Map<string, string>();
  const offered = new Map<string, string[]>();
  const shared = new Set<string>();
  const heard = new Set<string>();
  function* foreignWords(text: string, mark: string): Generator<string> {
    for (const other of offered.keys()) {
      if (other === mark) continue;
      for (const [word] of text.matchAll(new RegExp(`${other}[-\\w]*`, 'gi'))) yield word.toLowerCase();
    }
  }
  return {
    add: (mark) => offered.set(mark, []),
    share: (id) => {
      shared.add(id);
      byId.delete(id);
    },
    hear(sent, mark) {
      for (const [found] of sent.matchAll(uuid)) {
        const id = found.toLowerCase();
        if (byId.get(id) !== mark) heard.add(`${mark} ${id}`);
      }
      for (const word of foreignWords(sent, mark)) heard.add(`${mark} ${word}`);
    },
    learn(text, mark, sent) {
      const mine = offered.get(mark) ?? [];
      for (const [found] of text.matchAll(uuid)) {
        const id = found.toLowerCase();
        if (byId.has(id) || shared.has(id) || sent.includes(found)) continue;
        byId.set(id, mark);
        mine.push(id);
      }
      if (mine.length > 2 * maxOffered) mine.splice(0, mine.length - maxOffered);
    },
    foreignIn(told, mark) {
      const found = new Set<string>();
      for (const { 0: id, index } of told.matchAll(uuid)) {
        const owner = byId.get(id.toLowerCase());
        if (owner === undefined || owner === mark || heard.has(`${mark} ${id.toLowerCase()}`)) continue;
        found.add(`id ${id} in ${told.slice(Math.max(0, index - around), index + id.length + around)}`);
      }
      for (const word of foreignWords(told, mark)) if (!heard.has(`${mark} ${word}`)) found.add(word);
      return [...found];
    },
    idsOf: (mark) => offered.get(mark) ?? [],
  };
}
