import type { CallName } from '#contract/index.ts';
import type { SeededHospital, SeededUser } from '#tests/support/seed.ts';
import { seedPassword } from '#tests/support/seed.ts';
import { sampleOf, worldOn, type BareSample, type Session, type World } from '#tests/security/world.ts';

/** Sends the requests that set up a hospital, through the same path and checks as all others. */
export type Ask = (
  sender: Session | null,
  name: CallName,
  sample: BareSample,
  mark: string | null,
) => Promise<{ status: number; body: string; cookie: string | undefined }>;

/** A hospital that sends requests: its world of samples and its sessions. */
export interface Tenant {
  /** Prefix of every word of the hospital. */
  mark: string;
  world: World;
  engineers: readonly Session[];
  /** An engineer whose password and session requests may change; the same one until `spend`. */
  passing(): Promise<Passing>;
  spend(): void;
  /** Signs the user of a session in again; the session object stays the same. */
  renew(session: Session): Promise<void>;
}

/** A session and its user. */
export interface Passing {
  user: SeededUser;
  session: Session;
}

/** The password that the office sets for others, who choose their own at the first sign-in. */
const firstPassword = 'first-of-ward-77';

/** Signs in and keeps the cookie as `name=value`. Throws: if it is refused. */
export async function signIn(ask: Ask, email: string, password: string, mark: string | null): Promise<Session> {
  const { status, body, cookie = '' } = await ask(null, 'login', { body: { email, password } }, mark);
  if (status !== 200) throw new Error(`${email} cannot sign in: ${status} ${body}`);
  const { token } = JSON.parse(body) as { token: string };
  return { token, cookie };
}

/** Signs in for the first time with a password set by someone else. */
async function firstSignIn(ask: Ask, email: string, mark: string): Promise<Session> {
  const first = await signIn(ask, email, firstPassword, mark);
  const body = { currentPassword: firstPassword, newPassword: seedPassword };
  const changed = await ask(first, 'changePassword', { body }, mark);
  if (changed.status !== 204) throw new Error(`${email} cannot choose a password: ${changed.status} ${changed.body}`);
  return signIn(ask, email, seedPassword, mark);
}

/** Creates a hospital with engineers, devices, tasks, a template and a warranty, all through the API. */
export async function openTenant(
  ask: Ask,
  admin: Session,
  { mark, today, engineers }: { mark: string; today: string; engineers: number },
): Promise<Tenant> {
  const must = async (sender: Session, name: CallName, sample: BareSample, of: string | null): Promise<unknown> => {
    const { status, body } = await ask(sender, name, sample, of);
    if (status >= 300) throw new Error(`${name} is refused: ${status} ${body}`);
    return JSON.parse(body) as unknown;
  };
  const cities = (await must(admin, 'hospitalCities', { params: { stateId: 'KL' } }, null)) as { cityId: string }[];
  const place = { stateId: 'KL', cityId: cities[0]?.cityId ?? '' };
  const email = `office@${mark.toLowerCase()}.test`;
  const facts = { name: `${mark} Hospital`, phone: '1', address: mark, ...place, numberOfBME: 1000, numberOfBeds: 100 };
  const body = { ...facts, email, password: firstPassword };
  const made = (await must(admin, 'createHospital', { body }, null)) as { id: string };
  const office = await firstSignIn(ask, email, mark);
  const nobody: SeededUser = { id: '', email: '', name: '' };
  const ward: SeededHospital = {
    id: made.id,
    name: facts.name,
    users: { hospital: { id: made.id, email, name: facts.name }, bme: nobody, secondBme: nobody },
    departments: { icu: '', theatre: '' },
    vendorId: '',
    contactId: '',
    equipment: { ventilator: '', monitor: '' },
    makeId: '',
    models: { ventilator: '', monitor: '' },
    devices: {},
    templateId: '',
    warrantyId: '',
    tasks: { overdue: '', upcoming: '', calibration: '' },
  };
  const tasks = createTaskFinder((cursor) => must(office, 'syncChanges', { query: { cursor, limit: 10_000 } }, mark));
  const world = worldOn({
    ward,
    today,
    place,
    office,
    admin,
    mark,
    ask: (sender, name, sample) => ask(sender, name, sample, sender === admin ? null : mark),
    taskOf: tasks.taskOf,
  });
  await furnish(world);
  const hireOnce = async (): Promise<Passing> => {
    const { body } = await sampleOf('createEngineer', world);
    const facts = body as { email: string; name: string };
    const { id } = (await world.done('createEngineer', { body: { ...facts, password: firstPassword } })) as {
      id: string;
    };
    return { user: { id, email: facts.email, name: facts.name }, session: await firstSignIn(ask, facts.email, mark) };
  };
  // A request with the id of the new engineer may have changed or deleted them meanwhile.
  const hire = (): Promise<Passing> => hireOnce().catch(hireOnce);
  const hired: Passing[] = [];
  for (let left = engineers; left > 0; left -= 1) hired.push(await hire());
  ward.users.bme = hired[0]?.user ?? nobody;
  ward.users.secondBme = hired[1]?.user ?? nobody;
  let passing: Promise<Passing> | undefined;
  return {
    mark,
    world,
    engineers: hired.map(({ session }) => session),
    passing: () => (passing ??= hire()),
    spend: () => {
      passing = undefined;
    },
    async renew(session) {
      const owner = hired.find((each) => each.session === session);
      if (!owner) {
        Object.assign(session, await signIn(ask, email, seedPassword, mark));
        return;
      }
      const fresh = await signIn(ask, owner.user.email, seedPassword, mark).catch(async () => {
        const next = await hire();
        owner.user = next.user;
        return next.session;
      });
      Object.assign(session, fresh);
    },
  };
}

/** Creates the records that samples refer to, using samples. */
async function furnish(world: World): Promise<void> {
  const { ward } = world;
  ward.vendorId = await world.made('createVendor');
  ward.contactId = await world.made('createContactPerson');
  ward.departments = { icu: await world.made('createDepartment'), theatre: await world.made('createDepartment') };
  ward.equipment = {
    ventilator: await world.made('createEquipmentType'),
    monitor: await world.made('createEquipmentType'),
  };
  const equipmentIds = Object.values(ward.equipment).join(',');
  ward.makeId = (
    (await world.done('createMake', { body: { name: world.text('name'), equipmentIds } })) as { id: string }
  ).id;
  ward.models = { ventilator: await world.made('createModel'), monitor: await world.made('createModel') };
  for (let left = 3; left > 0; left -= 1) {
    const { body } = await sampleOf('createDevices', world);
    const [{ serialNumber = '' } = {}] = body as { serialNumber?: string }[];
    const { ids } = (await world.done('createDevices', { body })) as { ids: string[] };
    ward.devices[serialNumber] = ids[0] ?? '';
  }
  ward.templateId = await world.made('createRoundTemplate');
  ward.warrantyId = await world.made('saveWarranty');
  ward.tasks.upcoming = await world.openTask();
}

interface Changes {
  rows: { kind: string; rows: { id: string; deviceId?: string }[] }[];
  next: number;
  more: boolean;
}

/** Finds the task of a device as a tablet does: in the changes since its last pull. */
function createTaskFinder(pull: (cursor: number) => Promise<unknown>) {
  const known = new Map<string, string>();
  let cursor = 0;
  return {
    async taskOf(deviceId: string): Promise<string> {
      let isMore = true;
      while (isMore && !known.has(deviceId)) {
        const { rows, next, more } = (await pull(cursor)) as Changes;
        for (const each of rows) {
          if (each.kind !== 'task') continue;
          for (const { id, deviceId: device } of each.rows) if (device !== undefined) known.set(device, id);
        }
        cursor = Math.max(cursor, next);
        isMore = more;
      }
      return known.get(deviceId) ?? '';
    },
  };
}
