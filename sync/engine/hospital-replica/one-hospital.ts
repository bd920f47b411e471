import type { Drafts } from '../../outbox/drafts.ts';
import type { Meta } from '../../outbox/meta.ts';
import type { Person } from '../../outbox/schema.ts';
import type { Databases } from '../../ports/ports.ts';
import { deleteReplicas } from '../../replica/store.ts';
import { createTurns } from '../../ports/turns.ts';
import type { ResponseCache } from '../online/response-cache.ts';

/** Keeps only one hospital's data on this tablet (rule AU9). */
export interface OneHospital {
  /** The signed-in user belongs to this hospital, so another hospital's data is deleted. */
  is(hospitalId: string, userId: string): Promise<void>;
  /** Removes the hospital's data when its user asks for it. */
  remove(): Promise<void>;
  /** Removes the hospital's data and the cached answers if the tablet was reported lost (rule AU12). */
  removeIfLost(): Promise<void>;
}

/**
 * Deletes replicas, and the photos of unfinished forms, of hospitals that this tablet no longer serves. Entries and
 * typed text stay: they are unsent work. Data that cannot be deleted now is deleted at the next start.
 */
export function createOneHospital({
  databases,
  meta,
  drafts,
  responseCache,
}: {
  databases: Databases;
  meta: Meta;
  drafts: Drafts;
  responseCache: Pick<ResponseCache, 'clearOthers'>;
}): OneHospital {
  const inTurn = createTurns();
  async function remove(): Promise<void> {
    const before = await meta.get('hospitalId');
    await drafts.removePictures(null);
    await deleteReplicas(databases, { but: null, known: before });
    await meta.changeAll({ hospitalId: () => undefined, person: (one) => (one?.ended ? withoutName(one) : one) });
  }
  return {
    is: (hospitalId, userId) =>
      inTurn(async () => {
        const before = await meta.get('hospitalId');
        if (before !== undefined && before !== hospitalId) await drafts.removePictures(userId);
        await deleteReplicas(databases, { but: hospitalId, known: before });
        if (before !== hospitalId) await meta.set('hospitalId', hospitalId);
      }),
    remove: () => inTurn(remove),
    removeIfLost: () =>
      inTurn(async () => {
        if ((await meta.get('lost')) !== 'told') return;
        await responseCache.clearOthers(null);
        await remove();
        await meta.change('lost', (before) => before && 'removed');
      }),
  };
}

/** The ids stay, so that other tabs can see that this session has ended. */
function withoutName(person: Person): Person {
  return { ...person, userName: '', email: '', hospital: person.hospital && { ...person.hospital, name: '' } };
}
