/** A hospital that gets more reports than usual. */
export interface Crowd {
  /** Reports of the last hour. */
  reports: number;
  /** Reports with the token of their label need a proof too. */
  isForAll: boolean;
}

/** How long a crowd is remembered before the database is asked again. Units: milliseconds. */
const memoryMs = 5_000;
/** Hospitals and labels remembered at once. */
const most = 1_000;

/** Remembers for seconds where a report needs a proof, so that a flood without one is refused without the database. */
export interface Crowds {
  /** The crowd at a hospital or label; undefined: ask the database. */
  at(place: string, now: Date): Crowd | undefined;
  note(place: string, crowd: Crowd, now: Date): void;
}

/** Creates an empty memory. */
export function createCrowds(): Crowds {
  const known = new Map<string, Crowd & { untilMs: number }>();
  return {
    at(place, now) {
      const crowd = known.get(place);
      return crowd && crowd.untilMs > now.getTime() ? crowd : undefined;
    },
    note(place, crowd, now) {
      if (known.size >= most) known.clear();
      known.set(place, { ...crowd, untilMs: now.getTime() + memoryMs });
    },
  };
}
