/** The PIN of this tablet: a short way to unlock it, beside the password (rule AU13). */
import type { Meta } from '../outbox/meta.ts';
import type { Ports } from '../ports/ports.ts';
import { countTry, learnSecret, openWith } from './password.ts';
import type { TabletPin } from '../session-state.ts';
import type { TabSession } from './tab-session.ts';

/** Keeps the PIN beside what verifies the password, so that both go together. */
export function createTabletPin(
  ports: Pick<Ports, 'crypto' | 'random'>,
  { meta, tab }: { meta: Meta; tab: Pick<TabSession, 'current'> },
): TabletPin {
  const own = async () => {
    const verifier = await meta.get('verifier');
    return verifier?.userId === tab.current()?.userId ? verifier : undefined;
  };
  return {
    hasPin: async () => (await own())?.pin !== undefined,
    async setPin(password, pin) {
      const verifier = await own();
      if (!verifier || verifier.triesLeft <= 0) return 'cannot-check';
      const opened = await openWith(ports, verifier, password);
      const counted = await countTry(meta, opened !== null);
      if (!opened) return counted && counted.triesLeft > 0 ? 'wrong-password' : 'cannot-check';
      const sealed = await learnSecret(ports, pin);
      const { hash } = verifier;
      const stored = await meta.change('verifier', (one) =>
        // A later sign-in or another password has meanwhile replaced what was checked.
        one?.hash === hash ? { ...one, pin: sealed(opened.unlockKey) } : one,
      );
      return stored?.hash === hash ? 'set' : 'cannot-check';
    },
    async removePin() {
      const userId = tab.current()?.userId;
      await meta.change('verifier', (one) => {
        if (!one || one.userId !== userId) return one;
        const { pin: _removed, ...rest } = one;
        return rest;
      });
    },
  };
}
