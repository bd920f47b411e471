import type { CallApi } from '#sync/pull/pages.ts';
import { createPull } from '#sync/pull/pull.ts';
import { bareView } from '#sync/replica/bare-view.ts';
import { openReplica } from '#sync/replica/replica.ts';
import type { WardView } from '#sync/types.ts';
import { createDeviceWorld } from '#tests/support/replica-world.ts';
import type { TestClient } from '#tests/support/test-server.ts';

/** A tablet that has pulled all its data from the server. */
export interface PulledTablet {
  view: WardView;
  close(): Promise<void>;
}

/** Fills a replica with the real pull over the API; the client's user determines which records are sent. */
export async function pullTablet(client: TestClient, hospitalId: string): Promise<PulledTablet> {
  const ports = createDeviceWorld().tab();
  const replica = await openReplica({ ports, hospitalId });
  const callApi: CallApi = async (name, { query }) => {
    const { status, answer, response } = await client.call(name, { query: query as never });
    if (status !== 200) throw new Error(`${name}: ${status} ${response.body}`);
    return answer;
  };
  const refuse = (warning: string): never => {
    throw new Error(warning);
  };
  const openEvents = () => Promise.reject(new Error('Nothing is live here.'));
  await createPull({ ports, callApi, openEvents, replica, onWarning: refuse }).pullNow();
  return { view: bareView(replica), close: () => replica.close() };
}
