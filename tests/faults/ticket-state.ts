import type { Database } from '#server/db/database.ts';
import { ticket, workEvent } from '#server/db/schema.ts';

/**
 * Compares tickets with plain loops over their closing events (P160, P190): the first closing says when and by whom,
 * and the costs of all visits add up. Returns a line for each ticket that differs.
 */
export async function wrongTicketStates(db: Database): Promise<string[]> {
  const events = await db.select().from(workEvent);
  const wrong: string[] = [];
  for (const row of await db.select().from(ticket)) {
    let first: (typeof events)[number] | null = null;
    let paise = 0;
    for (const event of events) {
      if (event.ownerKind !== 'ticket' || event.ownerId !== row.id) continue;
      if (event.kind !== 'closed' && event.kind !== 'left-pending') continue;
      const { visit } = event.data as { visit?: { partCost: number | null } };
      paise += Math.round((visit?.partCost ?? 0) * 100);
      if (event.kind === 'closed' && isBefore(event, first)) first = event;
    }
    const expected = { closedAt: first?.at.toISOString() ?? null, by: first?.byName ?? null, paise };
    const kept = {
      closedAt: row.closedAt?.toISOString() ?? null,
      by: row.closedByName,
      paise: Math.round((row.partCost ?? 0) * 100),
    };
    if (JSON.stringify(kept) !== JSON.stringify(expected))
      wrong.push(`${row.number} says ${JSON.stringify(kept)}, its visits say ${JSON.stringify(expected)}`);
  }
  return wrong;
}

interface Moment {
  at: Date;
  id: string;
}

function isBefore(one: Moment, other: Moment | null): boolean {
  if (other === null || one.at < other.at) return true;
  return one.at.getTime() === other.at.getTime() && one.id < other.id;
}
