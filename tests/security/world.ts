import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { BodyInput, ParamsOf, QueryInput } from '#contract/define.ts';
import { callPath, calls, type CallName, type Calls } from '#contract/index.ts';
import { hospital, task } from '#server/db/schema.ts';
import type { SeededHospital, SeededUser } from '#tests/support/seed.ts';
import type { TestServer } from '#tests/support/test-server.ts';
import { samples } from './samples.ts';

/** One request of a call: what its sample gives. */
export interface Sample<N extends CallName> {
  params?: ParamsOf<Calls[N]>;
  query?: QueryInput<Calls[N]>;
  body?: BodyInput<Calls[N]>;
  /** The file of a multipart form. */
  file?: Buffer;
  /** A body of bytes. */
  bytes?: Buffer;
}

/** A sample as the checks take it apart. */
export interface BareSample {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  file?: Buffer;
  bytes?: Buffer;
}

/** A hospital in which the samples of the calls come true. */
export interface World {
  ward: SeededHospital;
  /** The day of the tests, in the hospital. */
  today: string;
  place: { stateId: string; cityId: string };
  /** The sessions that samples are made with: the hospital's office and the administrator. */
  office: Session;
  admin: Session;
  /** A free text for a field of a write; the world remembers which it gave. */
  text(field: string): string;
  /** A word that nothing else has. */
  word(): string;
  /** Makes the record that a call creates and gives its id. */
  made(name: CallName): Promise<string>;
  /** An open task of a device of its own. */
  openTask(): Promise<string>;
  /** A file that an entry names; its bytes have arrived or not. */
  file(arrived: boolean): Promise<{ sha256: string; bytes: Buffer }>;
  /** A document of a device. */
  document(): Promise<{ id: string; sha256: string }>;
  /** Does a call with its sample and throws when it is refused. */
  done(name: CallName, sample?: BareSample): Promise<unknown>;
}

/** A signed-in browser. */
export interface Session {
  token: string;
  cookie: string;
}

/** Signs a seeded user in. */
export async function signIn(server: TestServer, user: SeededUser): Promise<Session> {
  const { session, cookie } = await server.as(user);
  return { token: session?.token ?? '', cookie: cookie ?? '' };
}

/** Sends a sample as it would come over the wire. */
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

async function payloadOf({ body, file, bytes }: BareSample): Promise<Pick<InjectOptions, 'payload' | 'headers'>> {
  if (bytes) return { payload: bytes, headers: { 'content-type': 'application/octet-stream' } };
  if (!file) {
    return body === undefined ? {} : { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
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

/** The bytes of a file that may be attached and that no other file equals. */
export const pdfOf = (text: string): Buffer => Buffer.from(`%PDF-1.7 ${text}`);

/**
 * Opens a hospital of the server for samples. `hostile` says what a free text looks like; worlds that share the
 * administrator's session survive the sample that changes his password.
 */
export async function openWorld(
  server: TestServer,
  ward: SeededHospital,
  options: { hostile?: (field: string) => string; admin?: Session } = {},
): Promise<World> {
  const { hostile = (field) => field } = options;
  const { db } = server.database;
  await db.update(hospital).set({ numberOfBme: 1000 }).where(eq(hospital.id, ward.id));
  const office = await signIn(server, ward.users.hospital);
  const admin = options.admin ?? (await signIn(server, server.admin));
  let count = 0;
  const word = (): string => `${ward.name.slice(0, 4)}-${(count += 1)}`;
  const world: World = {
    ward,
    today: server.clock.now.toISOString().slice(0, 10),
    place: { stateId: 'KL', cityId: '' },
    office,
    admin,
    word,
    text: (field) => hostile(`${field} ${word()}`),
    async done(name, sample) {
      const access: unknown = calls[name].access;
      const isAdmins = Array.isArray(access) && access.includes('Admin');
      const answer = await send(server, isAdmins ? admin : office, name, sample ?? (await sampleOf(name, world)));
      if (answer.statusCode >= 300) throw new Error(`${name} is refused: ${answer.statusCode} ${answer.body}`);
      return answer.body === '' ? undefined : answer.json<unknown>();
    },
    async made(name) {
      const answer = (await world.done(name)) as { id?: string; ids?: string[]; roundId?: string; templateId?: string };
      return answer.id ?? answer.ids?.[0] ?? answer.templateId ?? answer.roundId ?? '';
    },
    async openTask() {
      const deviceId = await world.made('createInstallations');
      const [row] = await db
        .select()
        .from(task)
        .where(and(eq(task.hospitalId, ward.id), eq(task.deviceId, deviceId)));
      return row?.id ?? '';
    },
    async file(arrived) {
      const bytes = pdfOf(word());
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const files = [{ sha256, size: bytes.length, mime: 'application/pdf', name: 'sample.pdf' }];
      await world.done('addTaskNote', { body: { taskId: ward.tasks.upcoming, note: 'See the file', files } });
      if (arrived) await world.done('putAttachment', { params: { sha256 }, query: { offset: 0 }, bytes });
      return { sha256, bytes };
    },
    async document() {
      const id = await world.made('createInstallations');
      const answer = (await world.done('addDocument', { params: { id }, body: {}, file: pdfOf(word()) })) as {
        sha256: string;
      };
      return { id, sha256: answer.sha256 };
    },
  };
  const cities = await send(server, admin, 'hospitalCities', { params: { stateId: 'KL' } });
  world.place.cityId = cities.json<{ cityId: string }[]>()[0]?.cityId ?? '';
  return world;
}

/** The sample of a call in a world. */
export async function sampleOf(name: CallName, world: World): Promise<BareSample> {
  return (await samples[name](world)) as BareSample;
}
