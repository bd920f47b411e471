import type { CallSpec } from '#contract/define.ts';
import { callList, calls, type CallName } from '#contract/index.ts';
import { mayAccess } from '#contract/permissions.ts';
import { createSeeded, type Seeded } from '#tests/faults/seeded.ts';
import { sampleOf, type BareSample, type Session } from '#tests/security/world.ts';
import { createExaminer, dress, keyOf, type Examiner } from './examiner.ts';
import type { Exchange } from './keep-alive-proxy.ts';
import { brokenRequest, mutateAddress } from './mutate-address.ts';
import { mutateSample, type Ground } from './mutate-sample.ts';
import { mutateWire } from './mutate-wire.ts';
import { callOf, draftOf } from './request.ts';
import type { Tally } from './tally.ts';
import { unknownIds } from './values.ts';
import { openTenant, signIn, type Tenant } from './tenant.ts';

/** Options of one run of the assessor. */
export interface Campaign {
  port: number;
  admin: { email: string; password: string };
  seed: number;
  /** How many requests follow the first ones, which make every call once for each hospital. */
  requests: number;
  /** Number of a single request to repeat on fresh hospitals. */
  only?: number | undefined;
  /** Today, in the hospitals. */
  today: string;
  /** Called for each numbered request. */
  seen?(request: Buffer, exchange: Exchange): void;
}

/**
 * Connections to the server, and concurrent requests: more, so that each connection alternates between the hospitals.
 */
const connections = 4;
const lanes = 10;
const engineersEach = 5;
const adminSessions = 3;
const hangMs = 10_000;
/** Two words that occur nowhere else. */
const marks = ['Qxcity', 'Qxlake'] as const;
/** How many of the latest ids per hospital, and of the latest idempotency keys, requests choose from. */
const maxIds = 60;
const maxKeys = 200;

/** Shares of requests. */
const shares = {
  brokenFrame: 0.01,
  visitor: 0.03,
  changedSample: 0.72,
  changedWire: 0.25,
  changedAddress: 0.09,
} as const;

/** Calls that end or change the session that makes them. */
const ofSession: ReadonlySet<CallName> = new Set(['refresh', 'logout', 'changePassword']);

/** Fuzzes a server as an assessor with accounts in two hospitals and returns findings and counts. */
export async function runCampaign(campaign: Campaign): Promise<Tally> {
  const root = createSeeded(campaign.seed);
  const { port, seen } = campaign;
  const examiner = createExaminer({ port, connections, hangMs, random: root.fork('setup'), seen });
  try {
    const assessor = await openAssessor(campaign, examiner, root);
    if (campaign.only !== undefined) await assessor.step(campaign.only);
    else {
      const inAll = marks.length * callList.length + campaign.requests;
      let next = 0;
      const lane = async (): Promise<void> => {
        while (next < inAll) {
          const at = next;
          next += 1;
          await assessor.step(at);
        }
      };
      await Promise.all(Array.from({ length: lanes }, lane));
    }
  } finally {
    examiner.close();
  }
  return examiner.tally;
}

/** Signs in, creates two hospitals, and returns a function that generates and sends the request with a number. */
async function openAssessor(campaign: Campaign, examiner: Examiner, root: Seeded) {
  const { ask, owners, tally } = examiner;
  const { admin, today } = campaign;
  const admins: Session[] = [];
  for (let left = adminSessions; left > 0; left -= 1) admins.push(await signIn(ask, admin.email, admin.password, null));
  const tenants: Tenant[] = [];
  for (const id of unknownIds) owners.share(id);
  for (const mark of marks) {
    owners.add(mark);
    const tenant = await openTenant(ask, root.pick(admins), { mark, today, engineers: engineersEach });
    tenants.push(tenant);
    const digest = await ask(tenant.world.office, 'syncDigest', {}, null);
    owners.share((JSON.parse(digest.body) as { epoch: string }).epoch);
  }

  // Keeps records that all samples need out of random deletions.
  const ofWards = new Set(marks.flatMap((mark) => owners.idsOf(mark)));
  const order = shuffled(
    callList.map(({ name }) => name),
    root.fork('order'),
  );
  const samples = new Map<string, BareSample>();
  const keys: string[] = [];

  /** Signs in again if a request has ended a session that others need. */
  async function renew(tenant: Tenant, session: Session): Promise<void> {
    tally.renewed += 1;
    if (admins.includes(session)) Object.assign(session, await signIn(ask, admin.email, admin.password, null));
    else await tenant.renew(session);
  }

  /** Ids and serial numbers that the requests of a hospital choose from. */
  function namesFor(tenant: Tenant, other: Tenant, isAdmins: boolean): Pick<Ground, 'ids' | 'foreign'> {
    const latest = owners.idsOf(tenant.mark).slice(-maxIds);
    const ids = latest.filter((id) => !ofWards.has(id));
    // Admins may change every hospital, including these two, so they get ids of other records.
    if (isAdmins) return { ids, foreign: ids };
    const { ward } = other.world;
    return { ids, foreign: [...owners.idsOf(other.mark).slice(-maxIds), ward.id, ...Object.keys(ward.devices)] };
  }

  async function step(at: number): Promise<void> {
    // One generator per part: what one part draws may depend on earlier requests, the others stay reproducible.
    const of = (part: string): Seeded => root.fork(`request ${at} ${part}`);
    const random = of('choices');
    const tenant = pickBy(tenants, at);
    const name = pickBy(order, Math.floor(at / tenants.length));
    const { mark, world } = tenant;
    const spec: CallSpec = calls[name];
    // One hospital sends each call as its app would before anything is mutated.
    const isPlain = at < tenants.length * order.length && at % tenants.length === 0;
    const does = (share: number): boolean => random.chance(share) && !isPlain;
    if (does(shares.brokenFrame)) {
      const draft = brokenRequest(of('frame'));
      await examiner.exchange(at, undefined, { tenant: mark, draft, key: null, namesForeign: false });
      return;
    }
    const passing = ofSession.has(name) ? await tenant.passing() : undefined;
    const isAdmins =
      spec.access !== 'open' && spec.access !== 'signed-in' && !mayAccess({ role: 'Hospital' }, spec.access);
    const sender = passing?.session ?? senderOf(spec, tenant, admins, { random: of('sender'), isPlain });
    const place = `${mark} ${name}`;
    const kept = samples.get(place) ?? (await sampleOf(name, world));
    samples.set(place, kept);
    const sample = passing && kept.params ? { ...kept, params: { userId: passing.user.id } } : kept;
    const names = namesFor(tenant, pickBy(tenants, at + 1), isAdmins);
    const hostility = random.pick([0, 0.05, 0.3]);
    const ground: Ground = { spec, random: of('sample'), mark, today, hostility, ...names };
    const changed = does(shares.changedSample) ? mutateSample(sample, ground) : { sample, namesForeign: false };
    let draft = dress(await draftOf(spec, changed.sample), does(shares.visitor) ? null : sender, of('dress'));
    if (does(shares.changedWire)) draft = mutateWire(draft, { random: of('wire'), keys });
    if (does(shares.changedAddress)) draft = mutateAddress(draft, of('address'));

    const made = callOf(draft);
    const key = keyOf(draft);
    const answered = await examiner.exchange(at, made, {
      tenant: isAdmins ? null : mark,
      draft,
      key,
      spec: made && calls[made],
      namesForeign: changed.namesForeign && !isAdmins && made === name,
    });
    if (key !== null) keys.push(key);
    if (keys.length > maxKeys) keys.shift();
    const status = answered.kind === 'answer' ? answered.answer.status : 0;
    const isWrite = draft.method !== 'GET' && draft.method !== 'HEAD';
    // The record in the sample has been used up or deleted.
    if ((isWrite && status < 300) || [404, 409, 410].includes(status)) samples.delete(place);
    if (passing && status !== 400) tenant.spend();
    else if (!passing && sender && isEnded(answered) && holds(draft.headers, sender)) await renew(tenant, sender);
  }
  return { step };
}

function pickBy<T>(list: readonly T[], at: number): T {
  const found = list[at % list.length];
  if (found === undefined) throw new Error('Nothing to pick from.');
  return found;
}

function shuffled<T>(list: readonly T[], random: Seeded): T[] {
  return list
    .map((value) => ({ value, by: random.next() }))
    .toSorted((a, b) => a.by - b.by)
    .map(({ value }) => value);
}

/**
 * One of many sessions that may make a call, so that none hits its limit; none for open calls. A call that is sent as
 * its app would uses the office's session where allowed: some fields of an account are the office's alone.
 */
function senderOf(
  spec: CallSpec,
  tenant: Tenant,
  admins: readonly Session[],
  { random, isPlain }: { random: Seeded; isPlain: boolean },
): Session | null {
  if (spec.access === 'open') return null;
  const isOffices = mayAccess({ role: 'Hospital' }, spec.access);
  if (isOffices && isPlain) return tenant.world.office;
  if (mayAccess({ role: 'BME' }, spec.access)) return random.pick([...tenant.engineers, tenant.world.office]);
  return isOffices ? tenant.world.office : random.pick(admins);
}

const isEnded = (answered: Exchange): boolean => answered.kind === 'answer' && answered.answer.status === 401;
const holds = (headers: readonly [string, string][], { token }: Session): boolean =>
  headers.some(([name, value]) => name === 'authorization' && value === `Bearer ${token}`);
