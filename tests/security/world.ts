import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import type { BodyInput, ParamsOf, QueryInput } from '#contract/define.ts';
import { callPath, calls, type CallName, type Calls } from '#contract/index.ts';
import { hospital, task } from '#server/db/schema.ts';
import type { SeededHospital, SeededUser } from '#tests/support/seed.ts';
import type { TestServer } from '#tests/support/test-server.ts';
import { samples } from './samples.ts';

/** One request of a call, as its sample defines it. */
export interface Sample<N extends CallName> {
  params?: ParamsOf<Calls[N]>;
  query?: QueryInput<Calls[N]>;
  body?: BodyInput<Calls[N]>;
  /** The file of a multipart form. */
  file?: Buffer;
  /** A binary body. */
  bytes?: Buffer;
}

/** A sample split into its parts. */
export interface BareSample {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  file?: Buffer;
  bytes?: Buffer;
  /** Headers of an entry that waited on a tablet. */
  headers?: Record<string, string>;
}

/** A hospital with the records that the samples need. */
export interface World {
  ward: SeededHospital;
  /** The day of the tests, in the hospital. */
  today: string;
  place: { stateId: string; cityId: string };
  /** The sessions that create samples: the hospital's office and the Admin. */
  office: Session;
  admin: Session;
  /** A free text for a field of a write; the world remembers it. */
  text(field: string): string;
  /** A unique word. */
  word(): string;
  /** Creates a record with a call and returns its id. */
  made(name: CallName): Promise<string>;
  /** An open task of a device; without one, of a new device. */
  openTask(deviceId?: string): Promise<string>;
  /** A file that an entry names, with or without its bytes. */
  file(arrived: boolean): Promise<{ sha256: string; bytes: Buffer }>;
  /** A document of a device, or of a contract. */
  document(of?: 'device' | 'contract'): Promise<{ id: string; sha256: string }>;
  /** Makes a call with its sample. Throws: if it is refused. */
  done(name: CallName, sample?: BareSample): Promise<unknown>;
}

/** A signed-in browser. */
export interface Session {
  token: string;
  cookie: string;
}

/** A body as sent. */
interface Payload {
  payload?: string | Buffer;
  headers?: Record<string, string>;
}

/** Signs a seeded user in. */
export async function signIn(server: TestServer, user: SeededUser): Promise<Session> {
  const { session, cookie } = await server.as(user);
  return { token: session?.token ?? '', cookie: cookie ?? '' };
}

/** Sends a sample as real HTTP would. */
export async function send(
  server: TestServer,
  sender: Session | null,
  name: CallName,
  sample: BareSample,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  const { method, path } = calls[name];
  const query = Object.fromEntries(Object.entries(sample.query ?? {}).map(([key, value]) => [key, String(value)]));
  const content = await payloadOf(sample);
  return server.app.inject({
    method,
    url: `/api${callPath({ path }, sample.params)}`,
    query,
    ...content,
    headers: { ...(sender ? { authorization: `Bearer ${sender.token}` } : {}), ...content.headers, ...headers },
    ...(sender ? { cookies: { ward_refresh: sender.cookie } } : {}),
  });
}

/** The body of a sample with its headers. */
export async function payloadOf({ body, file, bytes, headers = {} }: BareSample): Promise<Payload> {
  if (bytes) return { payload: bytes, headers: { ...headers, 'content-type': 'application/octet-stream' } };
  if (!file) {
    if (body === undefined) return { headers };
    return { payload: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } };
  }
  const form = new FormData();
  for (const [field, value] of Object.entries(body ?? {})) form.set(field, String(value));
  form.set('File', new Blob([new Uint8Array(file)]), 'sample.pdf');
  const wire = new Response(form);
  return {
    payload: Buffer.from(await wire.arrayBuffer()),
    headers: { 'content-type': wire.headers.get('content-type') ?? '' },
  };
}

/** The calls that create an owner of documents, and a document for it. */
const documentCalls = {
  device: ['createDevices', 'addDocument'],
  contract: ['saveWarranty', 'addContractDocument'],
} as const;

/** Bytes of a file of an accepted type, different for each call. */
export const pdfOf = (text: string): Buffer => Buffer.from(`%PDF-1.7 ${text}`);

/** The basis of a world: how it sends requests, and lookups that only its creator can do. */
export interface Ground {
  ward: SeededHospital;
  today: string;
  place: World['place'];
  office: Session;
  admin: Session;
  /** Prefix of every word of the world. */
  mark: string;
  /** Generates a free text. */
  hostile?: (field: string) => string;
  ask(sender: Session, name: CallName, sample: BareSample): Promise<{ status: number; body: string }>;
  /** An open task of a device. */
  taskOf(deviceId: string): Promise<string>;
}

/** Creates a world on this basis. */
export function worldOn(ground: Ground): World {
  const { ward, office, admin, mark, hostile = (field) => field } = ground;
  let count = 0;
  const word = (): string => `${mark}-${(count += 1)}`;
  const world: World = {
    ward,
    today: ground.today,
    place: ground.place,
    office,
    admin,
    word,
    text: (field) => hostile(`${field} ${word()}`),
    async done(name, sample) {
      const access: unknown = calls[name].access;
      const isAdmins = Array.isArray(access) && access.includes('Admin');
      const { status, body } = await ground.ask(
        isAdmins ? admin : office,
        name,
        sample ?? (await sampleOf(name, world)),
      );
      if (status >= 300) throw new Error(`${name} is refused: ${status} ${body}`);
      return body === '' ? undefined : (JSON.parse(body) as unknown);
    },
    async made(name) {
      const answer = (await world.done(name)) as { id?: string; ids?: string[]; roundId?: string; templateId?: string };
      return answer.id ?? answer.ids?.[0] ?? answer.templateId ?? answer.roundId ?? '';
    },
    openTask: async (deviceId) => ground.taskOf(deviceId ?? (await world.made('createDevices'))),
    async file(arrived) {
      const bytes = pdfOf(word());
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const files = [{ sha256, size: bytes.length, mime: 'application/pdf', name: 'sample.pdf' }];
      await world.done('addTaskNote', { body: { taskId: ward.tasks.upcoming, note: 'See the file', files } });
      if (arrived) await world.done('putAttachment', { params: { sha256 }, query: { offset: 0 }, bytes });
      return { sha256, bytes };
    },
    async document(of = 'device') {
      const [make, add] = documentCalls[of];
      const id = await world.made(make);
      const answer = (await world.done(add, { params: { id }, body: {}, file: pdfOf(word()) })) as { sha256: string };
      return { id, sha256: answer.sha256 };
    },
  };
  return world;
}

/**
 * Creates a hospital on the server for samples. `hostile` generates free texts; worlds that share the Admin's
 * session survive the sample that changes the Admin's password.
 */
export async function openWorld(
  server: TestServer,
  ward: SeededHospital,
  options: { hostile?: (field: string) => string; admin?: Session } = {},
): Promise<World> {
  const { db } = server.database;
  await db.update(hospital).set({ numberOfBme: 1000 }).where(eq(hospital.id, ward.id));
  const office = await signIn(server, ward.users.hospital);
  const admin = options.admin ?? (await signIn(server, server.admin));
  const cities = await send(server, admin, 'hospitalCities', { params: { stateId: 'KL' } });
  return worldOn({
    ward,
    today: server.clock.now.toISOString().slice(0, 10),
    place: { stateId: 'KL', cityId: cities.json<{ cityId: string }[]>()[0]?.cityId ?? '' },
    office,
    admin,
    mark: ward.name.slice(0, 4),
    ...(options.hostile ? { hostile: options.hostile } : {}),
    async ask(sender, name, sample) {
      const { statusCode: status, body } = await send(server, sender, name, sample);
      return { status, body };
    },
    async taskOf(deviceId) {
      const [row] = await db
        .select()
        .from(task)
        .where(and(eq(task.hospitalId, ward.id), eq(task.deviceId, deviceId)));
      return row?.id ?? '';
    },
  });
}

/** The sample of a call in a world. */
export async function sampleOf(name: CallName, world: World): Promise<BareSample> {
  return (await samples[name](world)) as BareSample;
}
