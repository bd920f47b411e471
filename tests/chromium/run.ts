import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createSeeded } from '#tests/faults/seeded.ts';
import { findChromium } from '#tests/engines/chromium.ts';
import { strike } from './campaign.ts';
import type { Campaign, Scene } from './campaign.ts';
import { openFaultProxy, weatherKinds } from './fault-proxy.ts';
import type { WeatherKind } from './fault-proxy.ts';
import { heal } from './healing.ts';
import { judge } from './judge.ts';
import { networkScenes } from './scenes-network.ts';
import { sessionScenes } from './scenes-session.ts';
import { storageScenes } from './scenes-storage.ts';
import { openTablet } from './tablet.ts';
import type { Tablet } from './tablet.ts';
import { createWork } from './work.ts';
import { openWorld } from './world.ts';

const { values } = parseArgs({
  options: {
    /** Number of entries that the app must have called saved. */
    operations: { type: 'string', default: '300' },
    /** Repeats the plan of work and faults; the browsers' timing still varies. */
    seed: { type: 'string', default: '1' },
    /** Share of entries made with the screens' forms. */
    forms: { type: 'string', default: '0.15' },
    /** Runs only scenes whose name contains this word. */
    only: { type: 'string', default: '' },
  },
});
const operations = Number(values.operations);
/** In a campaign of this length, every fault must occur. */
const longCampaign = 1000;
/** Most characters printed of a finding. */
const longestLine = 600;
const seed = Number(values.seed);

if (!existsSync('dist/server/main.js')) throw new Error('There is no build: npm run build comes first.');
if (findChromium() === undefined)
  throw new Error('There is no Chromium: set CHROME_PATH, or run npm run test:browser.');

const scenes = Object.entries<Scene>({ ...networkScenes, ...storageScenes, ...sessionScenes }).filter(([name]) =>
  name.toLowerCase().includes(values.only.toLowerCase()),
);
const begun = performance.now();
const elapsed = () => Math.round((performance.now() - begun) / 1000);
const random = createSeeded(seed);
const world = await openWorld(operations);
const broken: string[] = [];
const work = createWork(world, random.fork('work'), Number(values.forms), (what) => broken.push(what));
const campaign: Campaign = {
  world,
  work,
  random: random.fork('scenes'),
  faults: new Map(),
  broken,
  stuck: [],
  evicted: [],
};

/** Draws from a list in shuffled order, again and again, so that every item gets its turn. */
function bagOf<T>(list: readonly T[], chances = random.fork('bags')): (suits?: (one: T) => boolean) => T | undefined {
  let left: T[] = [];
  return (suits = () => true) => {
    if (!left.some(suits)) left = [...left, ...list];
    const fitting = left.filter(suits);
    if (fitting.length === 0) return undefined;
    const found = chances.pick(fitting);
    left.splice(left.indexOf(found), 1);
    return found;
  };
}

const { hospital, bme, secondBme } = world.ward.hospital.users;
const crews = [
  [bme, secondBme],
  [secondBme, hospital],
  [hospital, bme],
] as const;
const nextKind = bagOf<WeatherKind>(weatherKinds);
const tablets: Tablet[] = [];
for (const [at, crew] of crews.entries()) {
  const onStrike = (kind: WeatherKind) => strike(campaign, kind);
  const proxy = await openFaultProxy(() => world.port, random.fork(`proxy ${at}`), nextKind, onStrike);
  const tablet = await openTablet(`T${at + 1}`, world.folder, proxy, crew, work.hear);
  await tablet.bare();
  tablets.push(tablet);
}

/** Entries per scene, so that every scene gets its turn, and several in a long campaign. */
const share = Math.min(40, Math.max(12, Math.ceil(operations / scenes.length)));
const nextScene = bagOf(scenes);
let turns = 0;
/** A scene that takes longer counts as hung. Units: ms. */
const sceneMaxMs = 300_000;

async function within(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`It did not end in ${sceneMaxMs / 1000} s.`)), sceneMaxMs);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Runs scenes on one tablet until enough has been saved and every scene was played, or something is stuck. */
async function live(tablet: Tablet): Promise<void> {
  while (campaign.stuck.length === 0 && (work.savedCount() < operations || turns < scenes.length)) {
    const next = nextScene();
    if (!next) return;
    const [name, act] = next;
    turns += 1;
    const from = performance.now();
    await within(act(campaign, tablet, share)).catch((error: unknown) => {
      broken.push(
        `${name} on ${tablet.name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
    });
    Object.assign(tablet.proxy, { share: 0, slownessMs: 0, apiCut: false });
    tablet.proxy.mend();
    if (process.stdout.isTTY)
      console.log(`${elapsed()} s  ${tablet.name} ${name} ${Math.round(performance.now() - from)} ms`);
  }
}

try {
  await Promise.all(tablets.map(live));
  const workedFor = elapsed();
  const entries = await heal(campaign, tablets);
  const verdict = await judge(campaign, entries);
  broken.push(...verdict.broken);
  const tried = [...work.attempts.values()];
  const through = tried.filter(({ by, saved }) => saved && by === 'form').length;
  const struck = [...campaign.faults].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const missing =
    values.only === '' && campaign.stuck.length === 0 ? weatherKinds.filter((kind) => !campaign.faults.has(kind)) : [];
  // A short campaign may miss a kind of fault; in a long one that is an error.
  if (operations >= longCampaign) broken.push(...missing.map((kind) => `The fault "${kind}" never struck.`));
  console.log(
    `operations ${verdict.saved - verdict.toldLost} saved of ${tried.length} tried, ${through} of them through forms, on ${tablets.length} tablets, ${turns} scenes, seed ${seed}`,
  );
  console.log(`thrown away with a whole storage and told: ${verdict.toldLost}`);
  console.log(`faults ${struck.reduce((sum, [, times]) => sum + times, 0)}`);
  for (const [kind, times] of struck) console.log(`  ${String(times).padStart(5)}  ${kind}`);
  const findings = { lost: verdict.lost, duplicated: verdict.duplicated, stuck: campaign.stuck, broken };
  for (const [promise, lines] of Object.entries(findings))
    for (const line of lines.slice(0, 20)) console.log(`  ${promise}: ${line.slice(0, longestLine)}`);
  console.log(
    `lost ${verdict.lost.length}, duplicated ${verdict.duplicated.length}, stuck ${campaign.stuck.length}, other promises broken ${broken.length}; ${elapsed()} s, ${elapsed() - workedFor} s of them healing`,
  );
  const isBroken = Object.values(findings).some((lines) => lines.length > 0);
  if (isBroken) console.log(`Replay: npm run test:chromium -- --operations ${operations} --seed ${seed}`);
  process.exitCode = isBroken ? 1 : 0;
} finally {
  for (const tablet of tablets) await tablet.close().catch(() => undefined);
  for (const tablet of tablets) await tablet.proxy.close();
  await world.close();
}
