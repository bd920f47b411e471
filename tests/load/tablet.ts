import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { filePieceBytes } from '#contract/calls/sync.ts';
import type { LightClient, Outgoing } from './client.ts';
import type { LoadHospital } from './ward.ts';

/** The work that a tablet saved during the outage. */
export interface SavedWork {
  session: string;
  hospital: LoadHospital;
  /** At most four streams are sent in parallel; each keeps its order. */
  streams: Outgoing[][];
  tickets: string[];
  closed: string[];
  rounds: number;
  photo: { sha256: string; bytes: Buffer };
}

const streamCount = 4;
const photoBytes = 300_000;

/** Creates a tablet's entries: rounds, breakdowns, and closings of some of them; one has a photo. */
export function saveWork(hospital: LoadHospital, session: string, commands: number, place: number): SavedWork {
  const bytes = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(photoBytes)]);
  const photo = { sha256: createHash('sha256').update(bytes).digest('hex'), bytes };
  const streams: Outgoing[][] = Array.from({ length: streamCount }, () => []);
  const tickets: string[] = [];
  const closed: string[] = [];
  let rounds = 0;
  const day = new Date().toISOString();
  for (let at = 0; at < commands; at += 1) {
    const stream = streams[at % streamCount] ?? [];
    const key = randomUUID();
    const open = tickets.filter((id) => !closed.includes(id));
    if (at % 5 === 4) {
      rounds += 1;
      stream.push({ method: 'POST', path: '/DailyRound', key, body: roundOf(hospital, day) });
    } else if (at % 5 === 3 && open.length > 0) {
      // A ticket is closed in the stream that reports it, after the report.
      const [id = ''] = open;
      closed.push(id);
      const own = streams.find((each) => each.some((call) => call.key === id)) ?? stream;
      own.push({ method: 'POST', path: '/BreakDown/Close', key, body: { id, actionTaken: 'Hose changed' } });
    } else {
      tickets.push(key);
      const device = hospital.devices[(place + at) % hospital.devices.length];
      const files =
        tickets.length === 1
          ? [{ sha256: photo.sha256, size: bytes.length, mime: 'image/jpeg', name: 'photo.jpg' }]
          : [];
      stream.push({
        method: 'POST',
        path: '/BreakDown',
        key,
        body: {
          installationBaseId: device?.id,
          issueType: 'Electrical',
          problemReported: `No display (${place}-${at})`,
          priority: 'High',
          reportedDate: day,
          files,
        },
      });
    }
  }
  return { session, hospital, streams, tickets, closed, rounds, photo };
}

function roundOf({ devices, templateId }: LoadHospital, day: string): object[] {
  return devices.slice(0, 10).map(({ id, serialNumber }) => ({
    installationBaseId: id,
    serialNumber,
    status: 'Operational',
    date: day.slice(0, 10),
    dailyRoundTemplateId: templateId,
  }));
}

/** Sends everything as the engine does: streams in parallel, each in order, files after their facts. */
export async function sendWork(client: LightClient, { streams, session, photo }: SavedWork): Promise<void> {
  await Promise.all(
    streams.map(async (stream) => {
      for (const call of stream) await client.deliver(session, call);
    }),
  );
  for (let offset = 0; offset < photo.bytes.length; offset += filePieceBytes) {
    const path = `/Attachments/${photo.sha256}?offset=${offset}`;
    const bytes = photo.bytes.subarray(offset, offset + filePieceBytes);
    await client.deliver(session, { method: 'PUT', path, bytes });
  }
}
