import { seedPassword } from '#tests/support/seed.ts';
import type { RealServer } from './real-server.ts';

/** Switches reports on, as the office does; returns the token of each label by its serial number. */
export async function switchReportsOn({ handle, hospital }: RealServer): Promise<Map<string, string>> {
  const ask = async (method: string, path: string, body: object, headers: Record<string, string> = {}) => {
    const json = { 'content-type': 'application/json', 'x-ward-protocol': '1', ...headers };
    return handle({ method, path, headers: json, body: JSON.stringify(body) }, new Map());
  };
  const { email } = hospital.users.hospital;
  const login = await ask('POST', '/api/Auth/login', { email, password: seedPassword, deviceId: crypto.randomUUID() });
  const { token } = JSON.parse(login.body) as { token: string };
  const authorization = { authorization: `Bearer ${token}` };
  const settings = '/api/FaultReports/settings';
  const { body } = await handle({ method: 'GET', path: settings, headers: authorization }, new Map());
  const { revision } = JSON.parse(body) as { revision: string };
  const changed = { isOn: true, helpline: '', keepDays: 90, labelLine: '', revision };
  const { status } = await ask('PUT', settings, changed, authorization);
  if (status !== 200) throw new Error(`Reports could not be switched on: ${status}`);
  const path = `/api/FaultReports/labels?ids=${Object.values(hospital.devices).join(',')}`;
  const labels = await handle({ method: 'GET', path, headers: authorization }, new Map());
  const tokens = JSON.parse(labels.body) as { deviceId: string; token: string }[];
  const byDevice = new Map(tokens.map(({ deviceId, token: own }) => [deviceId, own]));
  return new Map(Object.entries(hospital.devices).map(([serial, id]) => [serial, byDevice.get(id) ?? '']));
}

/** Reads what the server has; a fault that was armed for a refused report may hit the first tries. */
export async function readFacts(server: RealServer, tries = 10): ReturnType<RealServer['facts']> {
  try {
    return await server.facts();
  } catch (error) {
    if (tries <= 1) throw error;
    return readFacts(server, tries - 1);
  }
}
