import { submitRoundCommand } from '#tests/support/commands.ts';
import { layOver } from '#sync/replica/overlay.ts';
import { openReplica } from '#sync/replica/replica.ts';
import { deviceIdAt } from '#tests/support/device-rows.ts';
import { benchPorts, fetchPage, timed } from './ports.ts';

const devicesInRound = 20;

/** Repeatedly overlays waiting rounds on a replica, then one more. Units: milliseconds. */
export async function overlayRuns(count: number, waiting: number, runs: number) {
  const replica = await openReplica({ ports: benchPorts(), hospitalId: 'h' });
  for (let at = 0, more = true; more; at += 1) {
    const page = await fetchPage(count, at);
    await replica.applyPage(page);
    more = page.more;
  }
  const context = { timeZone: 'Asia/Kolkata' };
  const round = (seq: number) => {
    const ids = Array.from({ length: devicesInRound }, (_, at) => deviceIdAt((seq * 7919 + at) % count));
    return submitRoundCommand(seq, replica.hospitalId, ids);
  };
  const commands = Array.from({ length: waiting }, (_, at) => round(at));
  const wholeMs = await timed(() => layOver(replica, commands, context).all('device'));
  const addedMs: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    commands.push(round(waiting + run));
    addedMs.push(await timed(() => layOver(replica, commands, context).all('device')));
  }
  await replica.close();
  return { wholeMs, addedMs };
}
