/** Phones of people without an account that report faults from labels, over the same bad network as tablets. */
import { createHash } from 'node:crypto';
import { faultKinds, patientAnswers } from '#contract/records/fault-report.ts';
import type { WardEngine } from '#sync/types.ts';
import { seedPassword } from '#tests/support/seed.ts';
import { solveProof } from '#tests/support/solve-proof.ts';
import { createVisitorApi } from '#ui/visitor/api.ts';
import { createSender } from '#ui/visitor/send.ts';
import { type KeptReport, openStore, type VisitorStore } from '#ui/visitor/store.ts';
import type { Context } from './context.ts';
import { createNetwork } from './network.ts';
import { startRealServer } from './real-server.ts';
import { readFacts, switchReportsOn } from './report-settings.ts';
import { createSeeded, type Seeded } from './seeded.ts';
import type { ServerFault } from './server-faults.ts';
import { createTabletStorage } from './storage.ts';
import { createTablet, type Tablet } from './tablet.ts';
import { createVirtualTime } from './virtual-time.ts';
import { toSimulatedRequest } from './wire-answer.ts';

/** The result of a run of visitors. */
export interface VisitorsReport {
  /** Reports that a phone has called saved. */
  saved: number;
  lost: string[];
  doubled: string[];
  stuck: string[];
  broken: string[];
  faults: Map<string, number>;
}

const startAt = Date.parse('2026-07-01T06:30:00Z');
/** Rarer than on a real page, which looks every 15 s: a run lasts hours. */
const lookMs = 300_000;
const hourMs = 3_600_000;
/** Most hours of healing: a phone without network for a day has many reports, and sends 5 an hour. */
const healingHours = 24;
/** Every request fails with a fault this often. */
const faultShare = 0.4;
const jpeg = (mark: string) =>
  Buffer.concat([
    Buffer.from('ffd8ffe000104a46494600010100000100010000ffda0008010100003f00', 'hex'),
    // Without a byte that begins a marker.
    createHash('sha256')
      .update(mark)
      .digest()
      .map((byte) => byte & 0x7f),
    Buffer.from('ffd9', 'hex'),
  ]);

interface Page {
  store: VisitorStore;
  isAlive(): boolean;
  kill(): void;
  /** Dies at the n-th storage or network step from now. */
  killAfter(steps: number): void;
}

interface Phone {
  name: string;
  random: Seeded;
  network: ReturnType<typeof createNetwork>;
  open(): Page;
  page: Page;
  saved: Map<string, { text: string; photo: string | null }>;
}

/** Runs one seed: people report faults on phones that lose their network, answers, pages and batteries. */
export async function simulateVisitors({
  seed,
  phones: phoneCount = 4,
  steps = 40,
}: {
  seed: number;
  phones?: number;
  steps?: number;
}): Promise<VisitorsReport> {
  const time = createVirtualTime(startAt);
  const server = await startRealServer(time.now);
  const random = createSeeded(seed).fork('visitors');
  const broken: string[] = [];
  const labels = [...(await switchReportsOn(server))];
  const phones: Phone[] = [];
  const pages: Page[] = [];

  function addPhone(name: string, tablet: Tablet | null): Phone {
    const own = random.fork(name);
    const storage = createTabletStorage(time);
    let armed: ServerFault | null = null;
    const network = createNetwork({
      time,
      random: own.fork('network'),
      serve(request, cookies) {
        // Only a report is written: a fault that is armed for anything else would wait for somebody else's work.
        if (armed && request.path.endsWith('/FaultReports')) server.arm(armed);
        armed = null;
        return server.handle(request, cookies);
      },
      arm: (fault) => {
        armed = fault;
      },
    });
    network.faultShare = faultShare;
    /** Web Locks: a page that dies gives its lock back. */
    let holder: Page | null = null;
    const open = (): Page => {
      let alive = true;
      let fuse = Number.POSITIVE_INFINITY;
      const step = () => {
        if (alive && (fuse -= 1) <= 0) page.kill();
      };
      const connected = tablet ? { databases: tablet.storageOfContext(), cut: () => undefined } : storage.connect(step);
      const { indexedDB, keyRange } = connected.databases;
      const context = { alive: () => alive, kill: () => page.kill(), fuse: { stepsLeft: null } };
      const wire = network.forContext(() => context as unknown as Context);
      const api = createVisitorApi({
        async fetch(input, init) {
          step();
          time.enter();
          const request = await toSimulatedRequest(new Request(new URL(input, 'https://ward.test'), init)).finally(() =>
            time.leave(),
          );
          return wire.send(request);
        },
        limit(ms) {
          const stop = new AbortController();
          time.at(ms, () => stop.abort());
          return stop.signal;
        },
      });
      const store = openStore({ indexedDB, IDBKeyRange: keyRange });
      const page: Page = {
        store,
        isAlive: () => alive,
        kill() {
          alive = false;
          store.close();
          if (holder === page) holder = null;
          connected.cut();
        },
        killAfter(left) {
          fuse = left;
        },
      };
      const sender = createSender({
        store,
        api,
        now: time.now,
        async solve(challenge) {
          time.enter();
          return solveProof(challenge).finally(() => time.leave());
        },
        // In every third seed the platform has no locks, and two pages send at once.
        async alone(work) {
          if (seed % 3 === 0) return work();
          if (holder) return undefined;
          holder = page;
          return work().finally(() => {
            if (holder === page) holder = null;
          });
        },
        onChange: () => undefined,
      });
      const look = () => {
        if (!alive) return;
        sender
          .sendAll()
          .then(sender.follow)
          .catch(() => undefined);
        time.at(lookMs, look);
      };
      time.at(0, look);
      pages.push(page);
      return page;
    };
    const phone: Phone = { name, random: own, network, open, page: open(), saved: new Map() };
    phones.push(phone);
    return phone;
  }

  /** A person sends the form; only what the phone then calls saved is promised. */
  async function report(phone: Phone): Promise<void> {
    const { random: own, page } = phone;
    const id = own.uuid();
    const text = `Visitor ${seed} ${id}`;
    const photo = own.chance(0.3) ? jpeg(id) : null;
    const sha256 = photo && createHash('sha256').update(photo).digest('hex');
    const at = new Date(time.now()).toISOString();
    const [serialNumber, t] = own.pick(labels);
    const kept: KeptReport = {
      id,
      state: 'waiting',
      device: { equipmentName: 'Pump', departmentName: 'ICU', serialEnd: '0001', timeZone: 'Asia/Kolkata' },
      body: {
        id,
        serialNumber,
        t,
        h: server.hospital.id,
        browser: await page.store.browserId(),
        secret: own.uuid().replaceAll('-', ''),
        kind: own.pick(faultKinds),
        text,
        patientAffected: own.pick(patientAnswers),
        name: '',
        extension: '',
        photos: photo && sha256 ? [{ sha256, size: photo.length }] : [],
        reportedAt: at,
        website: '',
      },
      photos: photo && sha256 ? [{ sha256, bytes: new Uint8Array(photo).buffer }] : [],
      status: null,
      refusal: null,
      notBefore: 0,
      madeAt: time.now(),
    };
    await page.store.add(kept);
    if (page.isAlive()) phone.saved.set(id, { text, photo: sha256 });
  }

  /** An engineer works on the first phone: signs in, closes a task, signs out. */
  async function engineerWorks(tablet: Tablet): Promise<WardEngine | null> {
    const tab = tablet.openTab();
    await time.runUntil(() => tab.engine() !== null, 60_000);
    const engine = tab.engine();
    // Faults that were armed for refused reports hit sign-ins instead, several in a row.
    for (let tries = 0; tries < 20 && engine?.view().ready !== true; tries += 1) {
      void engine?.login(server.hospital.users.bme.email, seedPassword).catch(() => undefined);
      await time.run(60_000);
    }
    const task = engine
      ?.view()
      .all('task')
      .find(({ closedAt }) => closedAt === null);
    if (task) void engine?.save('closeTask', { taskId: task.id, actionTaken: `By the engineer ${seed}` });
    else broken.push('The engineer found no task');
    await time.run(60_000);
    return engine;
  }

  const surroundings = { time, random: random.fork('tablet') };
  const sharedNetwork = createNetwork({
    time,
    random: random.fork('shared'),
    serve: server.handle,
    arm: server.arm,
  });
  const shared = createTablet('shared phone', {
    ...surroundings,
    network: (context) => sharedNetwork.forContext(context),
  });
  try {
    for (let count = 1; count <= phoneCount; count += 1) addPhone(`phone ${count}`, count === 1 ? shared : null);
    let engine: WardEngine | null = null;
    for (let count = 0; count < steps; count += 1) {
      const phone = random.pick(phones);
      if (random.chance(0.2)) phone.network.offline = !phone.network.offline;
      if (random.chance(0.3)) phone.page.killAfter(1 + random.below(12));
      if (!phone.page.isAlive() || random.chance(0.1)) {
        if (random.chance(0.5)) phone.page.kill();
        phone.page = phone.open();
      }
      void report(phone).catch(() => undefined);
      if (count === Math.floor(steps / 2)) engine = await engineerWorks(shared);
      if (count === Math.floor((steps * 3) / 4)) void engine?.logout().catch(() => undefined);
      if (random.chance(0.05)) await server.restart();
      await time.run(random.between(0, 10 * 60_000));
    }
    for (const page of pages) page.kill();
    await time.run(60_000);
    for (const phone of phones) {
      phone.network.faultShare = 0;
      phone.network.offline = false;
      phone.page = phone.open();
    }
    const stuck: string[] = [];
    const isWaiting = async ({ page }: Phone) => (await page.store.waiting()).length > 0;
    for (let hours = 0; hours < healingHours; hours += 1) {
      await time.run(hourMs);
      if (!(await Promise.all(phones.map(isWaiting))).includes(true)) break;
    }
    const { labelReports, files, marks } = await readFacts(server);
    const lost: string[] = [];
    const doubled: string[] = [];
    const ours = labelReports.filter(({ text }) => text.startsWith('Visitor '));
    for (const { name, saved, page } of phones) {
      const kept = new Map((await page.store.reports(time.now())).map((each) => [each.id, each]));
      for (const [id, { text, photo }] of saved) {
        const there = ours.filter((each) => each.text === text);
        if (there.length === 0) lost.push(`${name}: ${id}`);
        if (there.length > 1) doubled.push(`${name}: ${id}`);
        const state = kept.get(id)?.state;
        if (state !== 'sent') stuck.push(`${name}: ${id} is ${state}`);
        if (photo !== null && (there[0]?.photos ?? 0) > 0 && files.get(photo) !== 'received')
          lost.push(`${name}: photo of ${id}`);
      }
    }
    const texts = new Set(ours.map(({ text }) => text));
    if (texts.size !== ours.length) doubled.push(`${ours.length} reports with ${texts.size} texts`);
    const engineers = marks.filter((text) => text === `By the engineer ${seed}`).length;
    if (engineers !== 1) broken.push(`The engineer's work is there ${engineers} times`);
    if (marks.some((text) => text.startsWith('Visitor '))) broken.push('A report is among the work of users');
    const faults = new Map<string, number>();
    for (const { network } of phones)
      for (const [fault, count] of network.struck) faults.set(fault, (faults.get(fault) ?? 0) + count);
    return { saved: phones.reduce((sum, { saved }) => sum + saved.size, 0), lost, doubled, stuck, broken, faults };
  } finally {
    for (const page of pages) page.kill();
    for (const tab of shared.tabs()) tab.kill();
    await server.close();
  }
}
