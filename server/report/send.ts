import { createHash, randomInt } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { ReportStatus } from '#contract/calls/report/public.ts';
import { referenceSigns } from '#contract/rules/fault-report.ts';
import { registerFiles } from '../attachment/register.ts';
import { secretHash } from '../auth/tokens.ts';
import type { DirectContext, DirectHandlers } from '../context.ts';
import type { Executor } from '../db/database.ts';
import { faultReport, hospital as hospitalTable } from '../db/schema.ts';
import { publishChanges } from '../db/publish-changes.ts';
import { type HospitalScope, readScope, writeScope, type WriteScope } from '../db/scope.ts';
import { ApiError, unknownRecord } from '../problem.ts';
import { tell } from '../records/tell.ts';
import { findLabelled, type LabelledDevice } from './find-device.ts';
import { isLabelToken } from './label-token.ts';
import { seeLimits } from './limits.ts';
import { challengeFor, isProof } from './proof.ts';
import { readStatuses } from './status.ts';

type SendContext = DirectContext<'sendFaultReport'>;
const referenceLength = 6;
/** Photos of reports are named after their reference and position. */
const photoName = (reference: string, place: number): string => `${reference}-${place + 1}.jpg`;
/**
 * A report that seems to have waited longer than this on its phone counts as made on arrival: the phone's clock was
 * wrong when it was made and has been set since. Units: milliseconds.
 */
const longestWaitMs = 30 * 24 * 60 * 60_000;

/** Accepts fault reports and lets their senders follow them. Source: docs/decisions/491-reports.md */
export const reportDirectHandlers = {
  sendFaultReport: async (ctx) => {
    const { body, services, now } = ctx;
    if (body.website !== '') return pretended(ctx);
    const isProven = await isProof(services.meta.signingKey, body.id, body.proof ?? '', now);
    const crowd = services.crowds.at(placeOf(body), now);
    if (crowd && !isProven && (crowd.isForAll || body.t === undefined)) throw await proofNeeded(ctx, crowd.reports);
    return services.publicDoor.run(placeOf(body), () => take(ctx, isProven));
  },

  faultReportStates: ({ body, services }) => {
    const [first] = body.reports;
    if (!first) return Promise.resolve([]);
    return services.publicDoor.run(first.reference, () => {
      const asked = body.reports.map(
        ({ reference, secret }) => sql`(r.reference = ${reference} and r.secret_hash = ${secretHash(secret)})`,
      );
      const photosOf = new Map(body.reports.map(({ reference, photos }) => [reference, photos]));
      return readStatuses(services.db, sql.join(asked, sql` or `), (reference) => photosOf.get(reference) ?? []);
    });
  },
} satisfies DirectHandlers<'sendFaultReport' | 'faultReportStates'>;

/** The hospital or, if the sender does not know it, the label. */
const placeOf = ({ h, serialNumber }: SendContext['body']): string => h || serialNumber;

async function proofNeeded({ body, services, now }: SendContext, reports: number): Promise<ApiError> {
  const challenge = await challengeFor(services.meta.signingKey, body.id, reports, now);
  return new ApiError('report.proof_needed', undefined, { context: { challenge } });
}

/**
 * Accepts a report once: its id is its key. Promises: a report that was accepted gets the same answer again, whatever
 * settings or limits have changed since; it and its versions commit together.
 */
async function take(ctx: SendContext, isProven: boolean): Promise<ReportStatus> {
  const { body, services, now } = ctx;
  const { db, meta } = services;
  const [device, other] = await findLabelled(db, body.serialNumber, body.h || undefined);
  if (!device || other) throw unknownRecord('device');
  const facts = { id: device.hospitalId, name: device.hospitalName, timeZone: device.timeZone };
  const scope = readScope(db, facts);
  const known = await scope.find(faultReport, eq(faultReport.id, body.id));
  if (known) return answerAgain(ctx, known);
  if (!device.isOn) throw new ApiError('report.off');
  const hasToken = isLabelToken(meta.signingKey, device, body.t);
  const see = async (of: HospitalScope): Promise<boolean> => {
    const crowd = await seeLimits(of, { browser: body.browser, hasToken }, now);
    if (!crowd) return false;
    services.crowds.note(placeOf(body), crowd, now);
    if (!isProven) throw await proofNeeded(ctx, crowd.reports);
    return true;
  };
  await see(scope);
  return services.writes.run(scope.id, () =>
    db.transaction(async (tx) => {
      const writing = writeScope(tx, facts);
      // Reports are handled one at a time: the limits, and which report of a device is the first, depend on all of
      // them.
      await writing.rows(sql`select 1 from ${hospitalTable} where id = ${scope.id} for no key update`);
      const twin = await writing.find(faultReport, eq(faultReport.id, body.id));
      if (twin) return answerAgain(ctx, twin);
      await write(writing, ctx, device, { hasToken, unusuallyMany: await see(writing) });
      await publishChanges(tx, scope.id, writing.changes(), now);
      return statusOf(tx, scope.id, body);
    }),
  );
}

async function write(
  scope: WriteScope,
  { body, now }: SendContext,
  device: LabelledDevice,
  { hasToken, unusuallyMany }: { hasToken: boolean; unusuallyMany: boolean },
): Promise<void> {
  const isOpen = and(
    eq(faultReport.deviceId, device.deviceId),
    eq(faultReport.state, 'received'),
    isNull(faultReport.firstId),
  )!;
  const first = await scope.find(faultReport, isOpen);
  const waitedMs = Date.parse(body.sentAt) - Date.parse(body.reportedAt);
  const reportedAt = new Date(now.getTime() - (waitedMs > 0 && waitedMs <= longestWaitMs ? waitedMs : 0));
  const { id, kind, text, patientAffected, name, extension, browser } = body;
  const reference = await freeReference(scope);
  const photos = unusuallyMany ? [] : body.photos;
  await scope.insert(faultReport, {
    id,
    deviceId: device.deviceId,
    reference,
    secretHash: secretHash(body.secret),
    browser,
    hasToken,
    kind,
    text,
    patientAffected,
    name,
    extension,
    photos: photos.length,
    unusuallyMany,
    reportedAt,
    receivedAt: now,
    firstId: first?.id ?? null,
  });
  const owner = first?.id ?? id;
  const files = photos.map((photo, place) => ({
    ...photo,
    mime: 'image/jpeg',
    name: photoName(reference, place),
  }));
  await registerFiles(scope, { kind: 'faultReport', id: owner }, files, '', now);
  const isUrgent = body.patientAffected === 'yes';
  // Another person's report of the same fault causes a notice only if it adds something.
  if (isUrgent || !first) {
    const about = { kind: 'faultReport', id: owner } as const;
    const kind = isUrgent ? 'patientReport' : 'newReport';
    // One urgent notice per report is enough, whoever else reports the fault.
    await tell(scope, {
      kind,
      cause: owner,
      at: now,
      about,
      deviceId: device.deviceId,
      number: first?.reference ?? reference,
    });
  }
  scope.touch('faultReport', owner);
}

/** Generates a reference that no other report of the hospital has. */
async function freeReference(scope: WriteScope): Promise<string> {
  for (;;) {
    const signs = Array.from({ length: referenceLength }, () => referenceSigns[randomInt(referenceSigns.length)]);
    const reference = `R-${signs.join('')}`;
    if (!(await scope.find(faultReport, eq(faultReport.reference, reference)))) return reference;
  }
}

/** Throws: ApiError `key.reused` for somebody else's report. */
function answerAgain({ body, services }: SendContext, known: typeof faultReport.$inferSelect): Promise<ReportStatus> {
  if (known.secretHash !== secretHash(body.secret)) throw new ApiError('key.reused');
  return statusOf(services.db, known.hospitalId, body);
}

async function statusOf(db: Executor, hospitalId: string, { id, photos }: SendContext['body']): Promise<ReportStatus> {
  const ofReport = sql`r.hospital_id = ${hospitalId} and r.id = ${id}`;
  const [status] = await readStatuses(db, ofReport, () => photos.map(({ sha256 }) => sha256));
  if (!status) throw unknownRecord('report');
  return status;
}

/** Answers a bot that filled in the hidden field as if its report had been accepted. */
function pretended({ body, now }: SendContext): ReportStatus {
  const bytes = createHash('sha256').update(body.id).digest();
  const signs = [...bytes.subarray(0, referenceLength)].map((byte) => referenceSigns[byte % referenceSigns.length]);
  return {
    reference: `R-${signs.join('')}`,
    reportedAt: now.toISOString(),
    state: 'received',
    ticketNumber: null,
    reason: null,
    people: 1,
    photos: 0,
    arrived: [],
    doneAt: null,
  };
}
