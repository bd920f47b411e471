import { expect } from 'vitest';
import type { EquipmentDetails } from '#contract/calls/device/details.ts';
import type { AnswerOf } from '#contract/define.ts';
import type { CallName, Calls } from '#contract/index.ts';
import { buildAnswers } from '#contract/pages/dashboard-answers.ts';
import { buildDashboard } from '#contract/pages/dashboard.ts';
import { buildDevicePage } from '#contract/pages/device.ts';
import type { Moment } from '#contract/pages/moment.ts';
import { buildRoundChart, chartSpan } from '#contract/pages/round-chart.ts';
import { buildRoundList } from '#contract/pages/round-list.ts';
import { buildRoundPage } from '#contract/pages/round.ts';
import type { DeviceRecord, RoundRecord } from '#contract/records/ward.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { isKept } from '#contract/rules/round-entry.ts';
import type { WardView } from '#sync/types.ts';
import { dayOfRun, drawByDay } from '#tests/support/day.ts';
import type { TestClient, TestServer } from '#tests/support/test-server.ts';
import { gatherAnswers, gatherDashboard } from '#ui/features/dashboard/gather-dashboard.ts';
import { gatherDevicePage } from '#ui/features/device/page/gather-device-page.ts';
import { gatherRoundList } from '#ui/features/round/gather-round-list.ts';
import { overdueRows } from '#ui/features/task/task-rows.ts';
import { gatherRoundPage, gatherRoundRows } from '#ui/features/round/read/gather-round-page.ts';
import { compareDeviceFile, comparePapers } from './compare-papers.ts';
import { pullTablet } from './pull-tablet.ts';

/** Number of compared pages; for device pages without network, how many were complete. */
export interface Compared {
  pages: number;
  equal: number;
  subset: number;
}

/** A hospital and the clients that read its pages. */
interface Asked {
  server: TestServer;
  /** An engineer of the hospital. */
  bme: TestClient;
  admin: TestClient;
  hospitalId: string;
  moment: Moment;
  /** Words that a visitor must not see. */
  privateWords: readonly string[];
  /** With more devices, the day determines the sample. */
  maxDevices: number;
}

/** Builds each page of a hospital from a pulled replica and compares it with the server's answer. */
export async function comparePages(asked: Asked): Promise<Compared> {
  const { bme, hospitalId } = asked;
  const tablet = await pullTablet(bme, hospitalId);
  const { view } = tablet;
  await compareDashboard(asked, view);
  await compareRounds(asked, view);
  const compared: Compared = { pages: 4, equal: 0, subset: 0 };
  compared.pages += await compareSubmitted(asked, view);
  compared.pages += await comparePapers(bme, view, asked.moment);
  const devices = view.all('device').toSorted((a, b) => (a.serialNumber < b.serialNumber ? -1 : 1));
  for (const place of drawByDay(dayOfRun(), devices.length, Math.min(devices.length, asked.maxDevices))) {
    const device = devices[place];
    if (!device) continue;
    const isComplete = await compareDevice(asked, view, device);
    await compareDeviceFile(bme, view, device, asked.moment);
    compared.pages += 4;
    compared[isComplete ? 'equal' : 'subset'] += 1;
  }
  await tablet.close();
  return compared;
}

async function compareDashboard({ bme, admin, hospitalId, moment }: Asked, view: WardView): Promise<void> {
  const answer = await answerOf(bme, 'dashboardData');
  expect(buildDashboard(gatherDashboard(view, answer.userInfo.name, moment), moment)).toEqual(answer);
  const today = hospitalDay(moment.now, moment.timeZone);
  const answers = buildAnswers(gatherAnswers(view, today), today);
  expect(answers).toMatchObject({
    outOfUse: (await answerOf(bme, 'deviceTiles')).underMaintenance,
    overdue: overdueRows(view, today).length,
    pendingRounds: answer.roundStatus.pending.length,
    openTickets: (await answerOf(bme, 'ticketTiles')).openCalls,
  });
  const figures = (await answerOf(admin, 'adminDashboard')).find(({ id }) => id === hospitalId);
  expect(figures).toMatchObject({
    installedDevices: answer.summary.totalEquipment,
    openTickets: view.all('ticket').filter(({ status }) => status !== 'Closed').length,
  });
}

async function compareRounds({ bme, moment }: Asked, view: WardView): Promise<void> {
  const today = hospitalDay(moment.now, moment.timeZone);
  expect(buildRoundList(gatherRoundList(view, today))).toEqual(await answerOf(bme, 'roundTemplates'));
  const span = chartSpan({ range: 'last90days' }, today);
  if (typeof span === 'string') throw new Error(span);
  const chart = await answerOf(bme, 'roundChart', { query: { range: 'last90days' } });
  expect(buildRoundChart(view.all('round'), span)).toEqual(chart);
}

/** Most rounds whose pages are compared. */
const maxRounds = 12;

/** Compares the lists of submitted rounds and a sample of their pages, with network and without; returns how many. */
async function compareSubmitted({ bme, moment: { now, timeZone } }: Asked, view: WardView): Promise<number> {
  const templates = view.all('template');
  for (const { id } of templates) {
    const { items } = await answerOf(bme, 'roundsOfTemplate', { params: { id }, query: { page: 1, pageSize: 100 } });
    expect(gatherRoundRows(view, { templateId: id }).slice(0, 100)).toEqual(items);
  }
  const rounds = view.all('round').toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const places = drawByDay(dayOfRun(), rounds.length, Math.min(rounds.length, maxRounds));
  for (const place of places) {
    const round = rounds[place];
    if (round) await compareRound(bme, view, round, { now, timeZone });
  }
  return templates.length + places.length;
}

/**
 * Without network, a page lists the devices whose findings the tablet holds, with or without times; for old rounds
 * none.
 */
async function compareRound(bme: TestClient, view: WardView, round: RoundRecord, { now, timeZone }: Moment) {
  const answer = await answerOf(bme, 'roundPage', { params: { id: round.id } });
  const page = (told?: typeof answer) => buildRoundPage(gatherRoundPage(view, round, told), timeZone);
  const isNamed = view.get('template', round.templateId) !== undefined;
  expect(answer.missing).toBe(0);
  expect(page(answer)).toEqual(answer);
  const { entries, missing, templateName, ...offline } = page();
  const { entries: all, missing: _none, templateName: name, ...rest } = answer;
  expect([offline, templateName]).toEqual([rest, isNamed ? name : null]);
  const held = all.filter(({ deviceId }) => view.get('device', deviceId) !== undefined);
  const known = isKept(round.on, hospitalDay(now, timeZone)) ? held : [];
  const times = new Map(entries.map(({ deviceId, observedAt }) => [deviceId, observedAt]));
  expect(entries).toEqual(
    known.map((entry) => ({ ...entry, observedAt: times.get(entry.deviceId) === null ? null : entry.observedAt })),
  );
  expect(missing).toBe(all.length - known.length);
}

/** An address may open 60 public pages a minute, so every device gets another visitor. */
let addresses = 0;

/**
 * Compares the page as staff see it with and without network, and as a visitor does; returns whether it was complete
 * without network.
 */
async function compareDevice(asked: Asked, view: WardView, device: DeviceRecord): Promise<boolean> {
  const { server, bme, hospitalId, moment } = asked;
  addresses += 1;
  const options = {
    params: { serialNumber: device.serialNumber },
    query: { h: hospitalId },
    headers: { 'x-forwarded-for': `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}` },
  };
  const staff = details(await answerOf(bme, 'deviceDetails', options));
  const offline = buildDevicePage(gatherDevicePage(view, device), 'staff', moment);
  const isComplete = expectSubset(offline, staff);

  const rounds = await answerOf(bme, 'deviceRounds', { params: { id: device.id } });
  const { documents } = await answerOf(bme, 'deviceDocuments', { params: { id: device.id } });
  expect(buildDevicePage(gatherDevicePage(view, device, { rounds, documents }), 'staff', moment)).toEqual(staff);

  const visitor = details(await answerOf(server.visitor, 'deviceDetails', options));
  expectNoMore(visitor, staff);
  const words = JSON.stringify(visitor);
  expect(asked.privateWords.filter((word) => words.includes(word))).toEqual([]);
  return isComplete;
}

/**
 * Expects the page without network to say the same in the same order, except for older activity and the device's own
 * files.
 */
function expectSubset(offline: EquipmentDetails, complete: EquipmentDetails): boolean {
  const { recentActivities, timeline, documents, olderNeedsNetwork, ...rest } = offline;
  const { recentActivities: allActivities, documents: allDocuments, olderNeedsNetwork: _none, ...others } = complete;
  const { timeline: wholeTimeline, ...all } = others;
  expect(complete.olderNeedsNetwork).toBe(false);
  expect(rest).toEqual(all);
  expect(missingIn(recentActivities, allActivities)).toEqual([]);
  expect(missingIn(timeline, wholeTimeline)).toEqual([]);
  expect(withoutRounds(timeline)).toEqual(withoutRounds(wholeTimeline));
  expect(missingIn(documents, allDocuments)).toEqual([]);
  if (!olderNeedsNetwork) expect(recentActivities).toEqual(allActivities);
  return !olderNeedsNetwork;
}

/** Returns the timeline rows that tablets hold completely. */
function withoutRounds(timeline: EquipmentDetails['timeline']): unknown[] {
  return timeline.filter(({ what }) => !what.startsWith('Daily round'));
}

/** Returns the items of a list that another does not contain in the same order. */
function missingIn(part: readonly unknown[], whole: readonly unknown[]): unknown[] {
  const rest = whole.map((each) => JSON.stringify(each));
  return part.filter((each) => {
    const place = rest.indexOf(JSON.stringify(each));
    rest.splice(0, place + 1);
    return place === -1;
  });
}

/** Expects a visitor to see the same facts without user-typed text, and no additional row. */
function expectNoMore(visitor: EquipmentDetails, staff: EquipmentDetails): void {
  const plain = ({
    deviceId: _id,
    covers: _covers,
    timeline,
    serviceHistory,
    maintenanceHistory,
    documents: _files,
    ...page
  }: EquipmentDetails) => ({
    ...page,
    timeline: timeline.map(({ on, what, cost }) => ({ on, what, cost })),
    serviceHistory: serviceHistory.map(({ dateReported, status }) => ({ dateReported, status })),
    maintenanceHistory: maintenanceHistory.map(({ performedOn, type, cost }) => ({ performedOn, type, cost })),
  });
  expect([visitor.deviceId, visitor.covers]).toEqual([undefined, undefined]);
  expect(visitor.timeline.filter(({ details, by, ticketId, taskId }) => details || by || ticketId || taskId)).toEqual(
    [],
  );
  expect(plain(visitor)).toEqual(plain(staff));
  expect(visitor.documents.length).toBeLessThanOrEqual(staff.documents.length);
  expect(visitor.documents.every(({ sha256 }) => sha256 === '')).toBe(true);
}

function details(answer: AnswerOf<Calls['deviceDetails']>): EquipmentDetails {
  if ('hospitals' in answer) throw new Error('The serial stands in several hospitals.');
  return answer;
}

/** Returns the answer of a call that must succeed. */
async function answerOf<N extends CallName>(
  client: TestClient,
  name: N,
  options?: Parameters<typeof client.call<N>>[1],
): Promise<AnswerOf<Calls[N]>> {
  const { status, answer, response } = await client.call(name, options);
  if (status !== 200) throw new Error(`${name}: ${status} ${response.body}`);
  return answer;
}
