import type { Meta } from '../outbox/meta.ts';
import type { Ports } from '../ports/ports.ts';
import type { ActiveSession } from './active-session.ts';
import {
  isOfOtherHospital,
  mustUnlock,
  otherHospitalText,
  resumeSession,
  sessionOfTab,
  withoutToken,
} from './continue.ts';
import type { TabletLock } from './lock.ts';
import { lostText } from './lost.ts';

/** Decides what a starting context shows: the last user's session, the lock or the sign-in (rules AU2, AU3, AU7). */
export async function startSession(
  ports: Pick<Ports, 'clock' | 'tabStore'>,
  parts: { meta: Meta; active: ActiveSession; tabletLock: TabletLock },
): Promise<void> {
  const { active, tabletLock } = parts;
  const person = await parts.meta.get('person');
  const kept = sessionOfTab(ports.tabStore);
  const now = ports.clock.now();

  const isOtherUsersTab = person !== undefined && kept !== null && kept.userId !== person.userId;
  if (isOtherUsersTab && isOfOtherHospital(kept, person)) {
    active.leave({ kind: 'signed-out', reason: otherHospitalText });
    return;
  }
  if (isOtherUsersTab) {
    tabletLock.activeAt(now);
    active.enter(kept);
    return;
  }
  if (!person || person.ended) {
    active.tab.leave({ kind: 'signed-out', reason: (await parts.meta.get('lost')) ? lostText : null });
    return;
  }
  tabletLock.activeAt(person.activeAt);
  const session = resumeSession(person, kept, now);
  if (session) {
    active.enter(session);
    return;
  }
  if (mustUnlock(person, now)) {
    await tabletLock.fall(person);
    return;
  }
  active.tab.assume(withoutToken(person));
  await active.renewOrLeave(person.userId);
}
