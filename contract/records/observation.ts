import type { MissingReason } from './values.ts';

/** The status that a round can report for a device, from best to worst. */
export const roundStatuses = ['Operational', 'Needs Attention', 'Not Working'] as const;

/** The status of a round entry: Not Seen says nothing about the device. */
export const entryStatuses = [...roundStatuses, 'Not Seen'] as const;

/** A round entry as an observation of its device. */
export type EntryStatus = (typeof entryStatuses)[number];

/** The observation of a device in a round. */
export type RoundStatus = (typeof roundStatuses)[number];

/** A round entry for one device; template and day identify the rounds that it competes with. */
export interface Observation {
  readonly status: RoundStatus;
  readonly observedAt: string;
  readonly templateId?: string | null;
  readonly day?: string | null;
}

/** A round entry on the tablet, with its round. */
export interface RoundObservation extends Observation {
  readonly templateId: string;
  readonly day: string;
}

/** The current observation of a device, with its round. */
export interface CurrentObservation extends RoundObservation {
  /** True if two rounds contradicted each other, so that somebody should look. */
  readonly flagged: boolean;
  /** The observations it was compared with, earliest first; only if they contradict each other. */
  readonly others?: readonly RoundObservation[];
}

/** How an entry was confirmed: by a tap, by scanning the label, or together with the rest of a round or a place. */
export const confirmations = ['tap', 'scan', 'rest'] as const;

/** How an entry was confirmed. */
export type Confirmation = (typeof confirmations)[number];

/** A photo of an entry; `received` once its bytes are on the server. */
export interface EntryPhoto {
  sha256: string;
  name: string;
  mime: string;
  /** Units: bytes. */
  size: number;
  received: boolean;
  /** Why its bytes will not arrive: the tablet could not store them. */
  missing?: MissingReason | undefined;
}

/** The observation of one device in a round. */
export interface EntryFacts {
  deviceId: string;
  status: EntryStatus;
  description: string;
  notSeenReason: string | null;
  confirmedBy: Confirmation;
  /** When the device was seen; null where a tablet does not keep it. */
  observedAt: string | null;
  photos: EntryPhoto[];
}

/** The parts of an entry that a tablet keeps in full; empty ones are left out. */
type ToldEntry = Pick<EntryFacts, 'deviceId' | 'status' | 'confirmedBy' | 'observedAt'> &
  Partial<Pick<EntryFacts, 'description' | 'photos'>> & { notSeenReason?: string };

/**
 * The entries of a round as tablets keep them. Most devices in a round work and have no remarks: for these, 8
 * characters are kept; others are kept in full. Source: docs/decisions/237.
 */
export interface KeptEntries {
  /** Operational devices without remarks and photos: their keys in a row, grouped by how they were confirmed. */
  plain: Partial<Record<Confirmation, string>>;
  told: ToldEntry[];
}
