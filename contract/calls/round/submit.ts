import { counted } from '../../rules/counted.ts';
import * as z from '../../zod.ts';
import { defineCall, offlineWrite } from '../../define.ts';
import { fileRef, id, instant, localDate, optionalNote, serialText } from '../../fields.ts';
import { hospitalRoles } from '../../permissions.ts';
import type { SampleSource } from '../../define.ts';
import type { DeviceRecord } from '../../records/ward.ts';
import type { Patch } from '../../records/replica.ts';
import { maxTemplateDevices } from '../../rules/walking-order.ts';
import { observed, openTicketsOf } from '../../effects/device-record.ts';
import { namedFile } from '../../effects/work-files.ts';
import { confirmations, type EntryFacts, entryStatuses } from '../../records/observation.ts';
import { correctedInstant, type EntryClock } from '../../rules/entry-time.ts';
import { addDays, hospitalDay } from '../../rules/hospital-day.ts';
import { roundDay } from '../../rules/round-day.ts';
import { isKept, keepEntries } from '../../rules/round-entry.ts';
import { chance, pick, pickOf, someFiles, someText } from '../../sample.ts';
import { sameKey } from '../../rules/text.ts';

/** Why a device of the template was not seen. Source: docs/product.md P44. */
export const notSeenReasons = ['In use', 'Not located', 'Moved', 'Other'] as const;

const descriptionNeeded = 'Please describe what you found.';

/** One device of a round. The server takes hospital and engineer from the token, whatever the body says. */
export const roundEntry = z
  .object({
    /** The installed device; without it the serial number decides. */
    installationBaseId: z.optional(id()),
    serialNumber: serialText(),
    status: z.enum(entryStatuses, { error: 'Please choose a status.' }),
    description: optionalNote(),
    notSeenReason: z.optional(z.enum(notSeenReasons)),
    confirmedBy: z._default(z.enum(confirmations), 'tap'),
    observedAt: z.optional(instant()),
    photos: z._default(z.array(fileRef).check(z.maxLength(5)), []),
    date: localDate(),
    dailyRoundTemplateId: id('Please choose a template.'),
  })
  .check(
    z.refine((entry) => entry.status === 'Operational' || entry.status === 'Not Seen' || entry.description !== '', {
      error: descriptionNeeded,
      path: ['description'],
    }),
    z.refine((entry) => entry.status !== 'Not Seen' || entry.notSeenReason !== undefined, {
      error: 'Please choose why the device was not seen.',
      path: ['notSeenReason'],
    }),
  );
export type RoundEntry = z.output<typeof roundEntry>;

/** A round: the entries of one template and one date. Source: docs/product.md P43. */
export const roundBody = z.array(roundEntry).check(
  z.minLength(1, 'A round needs at least one device.'),
  z.maxLength(maxTemplateDevices),
  z.refine((entries) => new Set(entries.map((entry) => `${entry.dailyRoundTemplateId} ${entry.date}`)).size <= 1, {
    error: 'All entries of a round belong to one template and one date.',
  }),
  z.refine((entries) => new Set(entries.map((entry) => sameKey(entry.serialNumber))).size === entries.length, {
    error: 'Each device may appear only once in a round.',
  }),
);

/** The other rounds of the same template and day that the server holds: both are kept. */
const otherRound = z.object({ roundId: z.string(), by: z.string(), submittedAt: z.string() });

/** Maximum duration of a round. Units: milliseconds. */
const walkMs = 20 * 60_000;

/** Returns a plausible observation of a device, for samples. */
function sampleEntry(source: SampleSource, device: DeviceRecord, date: string, templateId: string): RoundEntry {
  const status = pickOf(source, entryStatuses);
  const isDescribed = status === 'Needs Attention' || status === 'Not Working';
  const seenMs = Date.parse(source.now) - Math.floor(source.next() * walkMs);
  return {
    installationBaseId: device.id,
    serialNumber: device.serialNumber,
    status,
    description: isDescribed ? source.text() : someText(source),
    notSeenReason: status === 'Not Seen' ? pickOf(source, notSeenReasons) : undefined,
    confirmedBy: pickOf(source, confirmations),
    observedAt: chance(source, 0.5) ? new Date(seenMs).toISOString() : undefined,
    photos: someFiles(source),
    date,
    dailyRoundTemplateId: templateId,
  };
}

/** Returns an entry as tablets keep it; none for a device that the tablet does not know. */
function factsOf(entry: RoundEntry, clock: EntryClock): EntryFacts[] {
  const { installationBaseId: deviceId, status, description, notSeenReason, confirmedBy, observedAt, photos } = entry;
  if (deviceId === undefined) return [];
  return [
    {
      deviceId,
      status,
      description,
      notSeenReason: notSeenReason ?? null,
      confirmedBy,
      observedAt: correctedInstant(observedAt, clock),
      photos: photos.map((photo) => namedFile(photo)),
    },
  ];
}

const submitRoundOffline = offlineWrite(roundBody, {
  kind: 'daily-round.submit',
  version: 1,
  stream: (entries) => `template:${entries[0]?.dailyRoundTemplateId ?? ''}`,
  title: (entries, view) => {
    const template = view.get('template', entries[0]?.dailyRoundTemplateId ?? '');
    return `Daily round: ${template?.name ?? 'template'}, ${counted(entries.length, 'device')}`;
  },
  deviceIds: (entries) => entries.flatMap((entry) => entry.installationBaseId ?? []),
  files: (entries) => entries.flatMap((entry) => entry.photos),
  effect: (entries, { commandId, at, offsetMs, user, timeZone }) => {
    const [first] = entries;
    if (!first) return [];
    const count = (status: RoundEntry['status']) => entries.filter((entry) => entry.status === status).length;
    const clock = { at, offsetMs, latest: at };
    const madeAt = new Date(Date.parse(at) - offsetMs);
    const day = roundDay(first.date, { madeAt, at }, timeZone);
    const patches: Patch[] = [
      {
        kind: 'round',
        id: commandId,
        put: {
          id: commandId,
          templateId: first.dailyRoundTemplateId,
          on: day,
          submittedAt: at,
          by: user.name,
          operational: count('Operational'),
          needsAttention: count('Needs Attention'),
          notWorking: count('Not Working'),
          notSeen: count('Not Seen'),
          ...(isKept(day, hospitalDay(at, timeZone)) && {
            entries: keepEntries(entries.flatMap((entry) => factsOf(entry, clock))),
          }),
        },
      },
      {
        kind: 'template',
        id: first.dailyRoundTemplateId,
        change: (template) => ({
          ...template,
          completedRoundsCount: template.completedRoundsCount + 1,
          lastRoundAt: template.lastRoundAt !== null && template.lastRoundAt > at ? template.lastRoundAt : at,
          lastRoundOn: template.lastRoundOn !== null && template.lastRoundOn > day ? template.lastRoundOn : day,
        }),
      },
    ];
    for (const { installationBaseId: id, status, observedAt } of entries) {
      if (id === undefined || status === 'Not Seen') continue;
      const seen = {
        status,
        observedAt: correctedInstant(observedAt, clock),
        templateId: first.dailyRoundTemplateId,
        day,
      };
      patches.push({
        kind: 'device',
        id,
        change: (device, view) => observed(device, seen, openTicketsOf(view, device)),
      });
    }
    return patches;
  },
  correctIn: ([first]) => (first ? { screen: 'roundAdd', templateId: first.dailyRoundTemplateId } : null),
  asNote: () => null,
  sample(source, view) {
    const template = pick(source, view.all('template'));
    const devices = template?.deviceIds.flatMap((id) => view.get('device', id) ?? []) ?? [];
    const from = Math.floor(source.next() * devices.length);
    const seen = devices.slice(from, from + 1 + Math.floor(source.next() * 4));
    if (!template || seen.length === 0) return null;
    const today = hospitalDay(source.now, source.timeZone);
    const date = chance(source, 0.1) ? addDays(today, -1) : today;
    return seen.map((device) => sampleEntry(source, device, date, template.id));
  },
});

/** Writes on a round. */
export const roundCalls = {
  submitRound: defineCall({
    method: 'POST',
    path: '/DailyRound',
    summary: 'Submit a daily round',
    activity: 'Submit a daily round',
    access: hospitalRoles,
    body: roundBody,
    answer: z.object({
      roundId: z.string(),
      others: z.optional(z.array(otherRound)),
      notices: z.optional(z.array(z.string())),
    }),
    status: 201,
    errors: ['record.unknown'],
    offline: submitRoundOffline,
  }),
};
