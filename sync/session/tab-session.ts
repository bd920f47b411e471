/** Who is signed in in this tab, what the tab keeps of the session, and the fence that is aborted when the user changes. */
import type { Session } from '#contract/calls/session.ts';
import type { KeyValue } from '../ports/ports.ts';
import type { SessionState } from '../session-state.ts';
import { tabKey } from './continue.ts';

/** The session of docs/product.md P14, under the names it gives. */
const documentKeys = ['userName', 'userId', 'userRole', 'hospitalId', 'bmeAccountId'] as const;

/** The state of this tab. `become`, `enter` and `leave` report the change. */
export interface TabSession {
  state(): SessionState;
  /** The session of the signed-in user. */
  current(): Session | null;
  /** Aborted when the user changes. */
  fence(): AbortSignal;
  /** Takes over a session without reporting it: the server still has to confirm it. */
  assume(session: Session): void;
  become(next: SessionState): void;
  /** The session continues in this tab, even after a reload. */
  enter(session: Session): void;
  /** No session continues in this tab. */
  leave(next: SessionState): void;
}

/** Begins in the state `starting`. `store` lives as long as the tab. */
export function createTabSession(store: KeyValue | null, onChange: () => void): TabSession {
  let state: SessionState = { kind: 'starting' };
  let fence = new AbortController();

  function current(): Session | null {
    return state.kind === 'signed-in' ? state.session : null;
  }

  function become(next: SessionState): void {
    const before = current()?.userId;
    state = next;
    if (before !== current()?.userId) {
      fence.abort();
      fence = new AbortController();
    }
    onChange();
  }

  return {
    state: () => state,
    current,
    fence: () => fence.signal,
    assume(session) {
      state = { kind: 'signed-in', session, offline: true };
    },
    become,
    enter(session) {
      store?.set('authToken', session.token);
      for (const key of documentKeys) {
        const value = session[key];
        if (value === undefined) store?.remove(key);
        else store?.set(key, value);
      }
      store?.set(tabKey, JSON.stringify(session));
      become({ kind: 'signed-in', session, offline: session.token === '' });
    },
    leave(next) {
      for (const key of ['authToken', tabKey, ...documentKeys]) store?.remove(key);
      become(next);
    },
  };
}
