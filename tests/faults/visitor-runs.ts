/** Runs of visitors' phones as a part of `npm run test:faults`, and their combined results. */
import { simulateVisitors, type VisitorsReport } from './visitors.ts';

const phones = 8;
/** Reports of a full run, which is long enough for an hour's limits to be reached many times. */
export const reportsOfRun = 215;
/** Returns the steps of a run: a phone calls about 15 of 16 reports saved, and no run has saved fewer than this asks. */
const stepsFor = (reports: number) => Math.ceil(reports * 1.1) + 12;

/** The result of a run, as a child process sends it to its parent. */
export interface SentVisitors extends Omit<VisitorsReport, 'faults'> {
  phones: true;
  seed: number;
  /** Number of reports that the run was asked for. */
  asked: number;
  faults: [string, number][];
}

/** Runs a seed; a run that breaks off is reported, and the other runs continue. */
export async function runVisitors(seed: number, reports: number): Promise<SentVisitors> {
  try {
    const report = await simulateVisitors({ seed, phones, steps: stepsFor(reports) });
    return { phones: true, seed, asked: reports, ...report, faults: [...report.faults] };
  } catch (error) {
    const broken = [`The run broke off: ${String(error)}`];
    return { phones: true, seed, asked: reports, saved: 0, lost: [], doubled: [], stuck: [], broken, faults: [] };
  }
}

/** Adds up as many runs as it takes for this many reports. */
export function createVisitorTally(reports: number) {
  const total = { saved: 0, lost: 0, doubled: 0, stuck: 0, broken: 0, faults: 0 };
  const byFault = new Map<string, number>();
  return {
    runs: Math.ceil(reports / reportsOfRun),
    /** Returns the number of reports for each run but the last one, which makes the rest. */
    reportsOf: (run: number) => Math.min(reportsOfRun, reports - run * reportsOfRun),
    add({ seed, asked, saved, faults, ...promises }: SentVisitors): void {
      total.saved += saved;
      for (const [fault, times] of faults) {
        total.faults += times;
        byFault.set(fault, (byFault.get(fault) ?? 0) + times);
      }
      const lines = (['lost', 'doubled', 'stuck', 'broken'] as const).flatMap((promise) => {
        total[promise] += promises[promise].length;
        return promises[promise].map((line) => `  ${promise}: ${line}`);
      });
      if (lines.length === 0) return;
      console.log(
        `Visitors ${seed} broke a promise. Replay: npm run test:faults -- --visitors ${seed} --reports ${asked}`,
      );
      for (const line of lines.slice(0, 20)) console.log(line);
    },
    print(): void {
      if (reports === 0) return;
      const { saved, lost, doubled, stuck, broken, faults } = total;
      console.log(
        `reports from visitors' phones ${saved}, lost ${lost}, doubled ${doubled}, stuck ${stuck}, other promises broken ${broken}; ` +
          `faults injected ${faults}: ${[...byFault].map(([name, times]) => `${name} ${times}`).join(', ')}`,
      );
      if (saved < reports) console.log(`Only ${saved} of ${reports} reports were made.`);
    },
    isFailing: () => total.lost + total.doubled + total.stuck + total.broken > 0 || total.saved < reports,
  };
}
