import type { Drafts } from '../../outbox/drafts.ts';
import type { Meta } from '../../outbox/meta.ts';
import type { Person } from '../../outbox/schema.ts';
import type { Databases } from '../../ports/ports.ts';
import { deleteReplicas } from '../../replica/store.ts';
import { createTurns } from '../../ports/turns.ts';

/** Keeps the data of one hospital on this tablet (rule AU9). */
export interface OneHospital {
  /** The signed-in user is of this hospital: what the tablet holds of another one is deleted. */
  is(hospitalId: string, userId: string): Promise<void>;
  /** The hospital's data is removed at its user's wish. */
  remove(): Promise<void>;
}

/**
 * Deletes replicas, and the pictures of unfinished forms, of hospitals that are no longer this tablet\'s. Entries and
 * what was typed stay: they are unsent work. What cannot be deleted now is deleted at the next start.
 */
export function createOneHospital({
  databases,
  meta,
  drafts,
}: {
  databases: Databases;
  meta: Meta;
  drafts: Drafts;
}): OneHospital {
  const inTurn = createTurns();
  return {
    is: (hospitalId, userId) =>
      inTurn(async () => {
        const before = await meta.get('hospitalId');
        if (before !== undefined && before !== hospitalId) await drafts.removePictures(userId);
        await deleteReplicas(databases, { but: hospitalId, known: before });
        if (before !== hospitalId) await meta.set('hospitalId', hospitalId);
      }),
    remove: () =>
      inTurn(async () => {
        const before = await meta.get('hospitalId');
        await drafts.removePictures(null);
        await deleteReplicas(databases, { but: null, known: before });
        await meta.changeAll({ hospitalId: () => undefined, person: (one) => (one?.ended ? withoutName(one) : one) });
      }),
  };
}

/** The ids stay: by them the other tabs see that this session has ended. */
function withoutName(person: Person): Person {
  return { ...person, userName: '', email: '', hospital: person.hospital && { ...person.hospital, name: '' } };
}
