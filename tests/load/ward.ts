import { randomUUID } from 'node:crypto';
import { textWorkbook } from '#server/import/sheets-out.ts';
import type { LightClient, Outgoing } from './client.ts';

/** A hospital under load: its devices, a round template and its engineers' sessions. */
export interface LoadHospital {
  devices: { id: string; serialNumber: string }[];
  templateId: string;
  engineers: string[];
  office: string;
}

const password = 'load-ward-1';
const oneTimePassword = 'load-ward-0';
const devicesEach = 40;
const roundDevices = 10;

/** Sends a request that must succeed; used only before the load. Throws: if it is refused. */
export async function must<T>(client: LightClient, session: string, call: Outgoing): Promise<T> {
  const answer = await client.once(session, call);
  if (answer.status >= 300) throw new Error(`${call.path} ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body as T;
}

/** Signs in and returns the access token. */
export async function tokenOf(client: LightClient, email: string, secret = password): Promise<string> {
  const call = { method: 'POST', path: '/Auth/login', body: { email, password: secret } };
  return (await must<{ token: string }>(client, '', call)).token;
}

/** Sets the password of a new account and returns the access token. */
async function firstTokenOf(client: LightClient, email: string): Promise<string> {
  const token = await tokenOf(client, email, oneTimePassword);
  const body = { currentPassword: oneTimePassword, newPassword: password };
  await must(client, token, { method: 'POST', path: '/Auth/password', body });
  return token;
}

/** Creates a hospital with imported devices, a template and engineers, all through the API. */
export async function openHospital(
  client: LightClient,
  origin: string,
  admin: string,
  engineers: number,
): Promise<LoadHospital> {
  const mark = randomUUID().slice(0, 8);
  const [city] = await must<{ cityId: string }[]>(client, admin, { method: 'GET', path: '/Hospital/cities/KL' });
  const made = await must<{ id: string }>(client, admin, {
    method: 'POST',
    path: '/Hospital',
    body: {
      name: `Load ${mark}`,
      phone: '1',
      address: '1',
      stateId: 'KL',
      cityId: city?.cityId,
      numberOfBME: engineers,
      numberOfBeds: 100,
      email: `office-${mark}@load.test`,
      password: oneTimePassword,
    },
  });
  await importDevices(origin, admin, made.id, mark);
  const office = await firstTokenOf(client, `office-${mark}@load.test`);
  const list = { method: 'GET', path: '/InstallationBase/listofserials' };
  const devices = await must<{ id: string; serialNumber: string }[]>(client, office, list);
  const template = await must<{ templateId: string }>(client, office, {
    method: 'POST',
    path: '/DailyRound/template',
    body: {
      templateName: `Round ${mark}`,
      serials: devices.slice(0, roundDevices).map(({ id, serialNumber }) => ({
        serialNumber,
        installationBaseEntityId: id,
      })),
    },
  });
  const sessions: string[] = [];
  for (let at = 0; at < engineers; at += 1) {
    const email = `bme-${at}-${mark}@load.test`;
    const body = { name: `BME ${at}`, email, password: oneTimePassword };
    await must(client, office, { method: 'POST', path: '/BME', body });
    sessions.push(await firstTokenOf(client, email));
  }
  return { devices, templateId: template.templateId, engineers: sessions, office };
}

async function importDevices(origin: string, admin: string, hospitalId: string, mark: string): Promise<void> {
  const rows = Array.from({ length: devicesEach }, (_, at) => [`${mark}-${at}`, 'Infusion Pump', 'B. Braun', 'Space']);
  const form = new FormData();
  form.set('HospitalId', hospitalId);
  const sheet = textWorkbook({
    name: 'Register',
    rows: [['Serial Number', 'Equipment Name', 'Make', 'Model'], ...rows],
  });
  form.set('File', new Blob([new Uint8Array(sheet)]), 'register.xlsx');
  const headers = { authorization: `Bearer ${admin}` };
  const answer = await fetch(`${origin}/api/EquipmentImport/import`, { method: 'POST', headers, body: form });
  if (!answer.ok) throw new Error(`The import is refused: ${await answer.text()}`);
}
