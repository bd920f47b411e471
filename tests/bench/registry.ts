import { appStartBenches } from './app-start.ts';
import type { Bench } from './bench.ts';
import { coldOpenBenches } from './cold-open.ts';
import { dashboardBenches } from './dashboards.ts';
import { deviceTestBenches } from './device-tests.ts';
import { engineBenches } from './engine.ts';
import { faultReportBenches } from './fault-report.ts';
import { figureBenches } from './figures.ts';
import { firstVisitBenches } from './first-visit.ts';
import { growthBenches } from './growth.ts';
import { listBenches } from './lists.ts';
import { mergeBenches } from './merges.ts';
import { nightBenches } from './nights.ts';
import { pageLoadBenches } from './page-loads.ts';
import { readBenches } from './reads.ts';
import { replicaBenches } from './replica.ts';
import { scannerBenches } from './scanner.ts';
import { serverBenches } from './server.ts';
import { sizeBenches } from './size.ts';
import { tapBenches } from './taps.ts';
import { uptimeBenches } from './uptime.ts';
import { wireBenches } from './wire.ts';
import { yearsBenches } from './years.ts';

/** Every bench that `npm run bench` runs, in order. */
export const benches: readonly Bench[] = [
  ...replicaBenches,
  ...coldOpenBenches,
  ...engineBenches,
  ...deviceTestBenches,
  ...appStartBenches,
  ...tapBenches,
  ...pageLoadBenches,
  ...scannerBenches,
  ...firstVisitBenches,
  ...faultReportBenches,
  ...serverBenches,
  // Runs first, because the others' devices have a long history.
  ...uptimeBenches,
  ...readBenches,
  ...listBenches,
  ...dashboardBenches,
  ...figureBenches,
  ...nightBenches,
  ...wireBenches,
  ...growthBenches,
  ...mergeBenches,
  ...yearsBenches,
  ...sizeBenches,
];
