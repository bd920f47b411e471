import { type notSeenReasons, roundEntry, type RoundEntry } from '#contract/calls/round/submit.ts';
import type { DeviceRecord } from '#contract/records/ward.ts';
import type { RoundStatus, Confirmation } from '#contract/records/observation.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { isAnswered } from '#ui/work/round-under-way.ts';

export type NotSeenReason = (typeof notSeenReasons)[number];
type Photo = RoundEntry['photos'][number];

/** The engineer's answers about one device so far. */
export interface DraftRow {
  readonly status: RoundStatus;
  readonly description: string;
  /** Null while the status is only a proposal. */
  readonly confirmedBy: Confirmation | null;
  readonly observedAt: string | null;
  readonly notSeenReason: NotSeenReason | null;
  readonly photos: readonly Photo[];
}

/** A round in progress: the rows changed so far, and devices that are not in the template. */
export interface RoundDraft {
  readonly rows: Readonly<Record<string, DraftRow>>;
  readonly added: readonly string[];
}

/** Everything that changes a round in progress; `at` is the instant of the tap. */
export type RoundAction =
  | { do: 'choose'; deviceId: string; status: RoundStatus; at: string }
  | { do: 'scan'; deviceId: string; at: string }
  | { do: 'describe'; deviceId: string; description: string }
  | { do: 'confirm-rest'; deviceIds: readonly string[]; at: string }
  | { do: 'take-back-rest'; deviceIds: readonly string[] }
  | { do: 'not-seen'; reasons: Readonly<Record<string, NotSeenReason>> }
  | { do: 'take-back-not-seen'; deviceId: string }
  | { do: 'add-device'; deviceId: string }
  | { do: 'remove-device'; deviceId: string }
  | { do: 'add-photo'; deviceId: string; photo: Photo }
  | { do: 'remove-photo'; deviceId: string; sha256: string };

export const emptyRound: RoundDraft = { rows: {}, added: [] };

/** A device without an answer: Operational is proposed, not recorded. */
export const untouchedRow: DraftRow = {
  status: 'Operational',
  description: '',
  confirmedBy: null,
  observedAt: null,
  notSeenReason: null,
  photos: [],
};

/** Returns a device's row, or the untouched one. */
export function rowOf(draft: RoundDraft, deviceId: string): DraftRow {
  return draft.rows[deviceId] ?? untouchedRow;
}

/** Returns the devices without an answer. */
export function unanswered(draft: RoundDraft, deviceIds: readonly string[]): string[] {
  return deviceIds.filter((deviceId) => !isAnswered(rowOf(draft, deviceId)));
}

/** Returns the round after an action. */
export function changeRound(draft: RoundDraft, action: RoundAction): RoundDraft {
  switch (action.do) {
    case 'choose':
      return changeRow(draft, action.deviceId, (row) => ({
        ...row,
        status: action.status,
        confirmedBy: row.confirmedBy === 'scan' ? 'scan' : 'tap',
        observedAt: action.at,
        notSeenReason: null,
      }));
    case 'scan':
      return changeRow(draft, action.deviceId, (row) => ({
        ...row,
        confirmedBy: 'scan',
        observedAt: row.confirmedBy === null ? action.at : row.observedAt,
        notSeenReason: null,
      }));
    case 'describe':
      return changeRow(draft, action.deviceId, (row) => ({ ...row, description: action.description }));
    case 'confirm-rest':
      return changeRows(draft, unanswered(draft, action.deviceIds), (row) => ({
        ...row,
        confirmedBy: 'rest',
        observedAt: action.at,
      }));
    case 'take-back-rest':
      return changeRows(draft, action.deviceIds, (row) =>
        row.confirmedBy === 'rest' ? { ...row, confirmedBy: null, observedAt: null } : row,
      );
    case 'not-seen':
      return changeRows(draft, Object.keys(action.reasons), (row, deviceId) => ({
        ...row,
        status: 'Operational',
        confirmedBy: null,
        observedAt: null,
        notSeenReason: action.reasons[deviceId] ?? null,
      }));
    case 'take-back-not-seen':
      return changeRow(draft, action.deviceId, (row) => ({ ...row, notSeenReason: null }));
    case 'add-device':
      return draft.added.includes(action.deviceId) ? draft : { ...draft, added: [...draft.added, action.deviceId] };
    case 'remove-device': {
      const { [action.deviceId]: _removed, ...rows } = draft.rows;
      return { rows, added: draft.added.filter((deviceId) => deviceId !== action.deviceId) };
    }
    case 'add-photo':
      return changeRow(draft, action.deviceId, (row) => ({
        ...row,
        photos: [...row.photos.filter(({ sha256 }) => sha256 !== action.photo.sha256), action.photo],
      }));
    case 'remove-photo':
      return changeRow(draft, action.deviceId, (row) => ({
        ...row,
        photos: row.photos.filter(({ sha256 }) => sha256 !== action.sha256),
      }));
  }
}

/** Returns the entries to submit; a device without an answer is left out, so that silence never counts as "working". */
export function entriesOf(
  draft: RoundDraft,
  devices: readonly Pick<DeviceRecord, 'id' | 'serialNumber'>[],
  round: { templateId: string; day: LocalDay },
): RoundEntry[] {
  return devices.flatMap((device) => {
    const row = rowOf(draft, device.id);
    if (!isAnswered(row)) return [];
    return {
      installationBaseId: device.id,
      serialNumber: device.serialNumber,
      status: row.notSeenReason === null ? row.status : 'Not Seen',
      description: row.description.trim(),
      ...(row.notSeenReason !== null && { notSeenReason: row.notSeenReason }),
      confirmedBy: row.confirmedBy ?? 'tap',
      ...(row.observedAt !== null && { observedAt: row.observedAt }),
      photos: [...row.photos],
      date: round.day,
      dailyRoundTemplateId: round.templateId,
    };
  });
}

/** Rebuilds the draft of a refused round, so that it can be corrected. */
export function draftOf(entries: readonly RoundEntry[]): RoundDraft {
  const rows = entries.flatMap((entry): [string, DraftRow][] => {
    if (entry.installationBaseId === undefined) return [];
    const isSeen = entry.status !== 'Not Seen';
    const row: DraftRow = {
      status: entry.status === 'Not Seen' ? 'Operational' : entry.status,
      description: entry.description,
      confirmedBy: isSeen ? entry.confirmedBy : null,
      observedAt: entry.observedAt ?? null,
      notSeenReason: entry.notSeenReason ?? null,
      photos: entry.photos,
    };
    return [[entry.installationBaseId, row]];
  });
  return { rows: Object.fromEntries(rows), added: [] };
}

/** Returns what the contract still requires before a round can be submitted: device id -> sentence. */
export function missingIn(entries: readonly RoundEntry[]): ReadonlyMap<string, string> {
  const missing = new Map<string, string>();
  for (const entry of entries) {
    const checked = roundEntry.safeParse(entry);
    const [issue] = checked.error?.issues ?? [];
    if (issue) missing.set(entry.installationBaseId ?? entry.serialNumber, issue.message);
  }
  return missing;
}

function changeRow(draft: RoundDraft, deviceId: string, change: (row: DraftRow) => DraftRow): RoundDraft {
  return changeRows(draft, [deviceId], change);
}

function changeRows(
  draft: RoundDraft,
  deviceIds: readonly string[],
  change: (row: DraftRow, deviceId: string) => DraftRow,
): RoundDraft {
  const changed = deviceIds.map((deviceId) => [deviceId, change(rowOf(draft, deviceId), deviceId)] as const);
  return { ...draft, rows: { ...draft.rows, ...Object.fromEntries(changed) } };
}
