import { addAccount, addHospital, callAs, engineer, hospitalUser, importDevices } from './story.ts';
import type { StoryDevice, World } from './story.ts';

/** Creates devices of one department in rooms, `sizes` per room; serial numbers `DEV-001` and so on. */
export function devicesInRooms(department: string, sizes: readonly number[], from = 1): StoryDevice[] {
  const rooms = sizes.flatMap((size, room) => Array.from({ length: size }, () => `Room ${room + 1}`));
  return rooms.map((location, index) => ({
    equipment: 'Syringe Pump',
    make: 'B. Braun',
    model: 'Perfusor Space',
    serial: `DEV-${String(from + index).padStart(3, '0')}`,
    department,
    location,
  }));
}

/**
 * Creates a hospital with its office, an engineer and devices through the API; returns the devices' ids by serial
 * number.
 */
export async function hospitalWithDevices(
  world: World,
  name: string,
  devices: readonly StoryDevice[],
): Promise<ReadonlyMap<string, string>> {
  await importDevices(world, await addHospital(world, name), devices);
  await addAccount(world.origin, hospitalUser, '/BME', { ...engineer, phone: '' });
  const listed = await callAs<{ id: string; serialNumber: string }[]>(
    world.origin,
    hospitalUser,
    'GET',
    '/InstallationBase/listofserials',
  );
  return new Map(listed.map((device) => [device.serialNumber, device.id]));
}

/** Creates a round template through the API and returns its id. */
export async function addTemplate(world: World, templateName: string, serials: readonly string[]): Promise<string> {
  const body = { templateName, serials: serials.map((serialNumber) => ({ serialNumber })) };
  const made = await callAs<{ templateId: string }>(world.origin, hospitalUser, 'POST', '/DailyRound/template', body);
  return made.templateId;
}
