import { demoSignIns } from '#server/demo/seed.ts';
import { callAs } from './story.ts';

/** Assigns open tickets that are not hers to the engineer of a demo, as the office does; returns their ids. */
export async function assignTickets(origin: string, count: number): Promise<string[]> {
  const ask = <T>(method: string, path: string, body?: unknown) =>
    callAs<T>(origin, demoSignIns.hospital, method, path, body);
  const { items: people } = await ask<{ items: { id: string; email: string }[] }>('GET', '/BME?page=1&pageSize=100');
  const technicianId = people.find(({ email }) => email === demoSignIns.bme.email)?.id ?? '';
  const { items: tickets } = await ask<{ items: { id: string; technicianId: string | null }[] }>(
    'GET',
    '/BreakDown/paged?page=1&pageSize=50&status=Open',
  );
  const others = tickets.filter((ticket) => ticket.technicianId !== technicianId).slice(0, count);
  for (const { id } of others) await ask('POST', '/BreakDown/assign', { ticketId: id, technicianId });
  return others.map(({ id }) => id);
}
