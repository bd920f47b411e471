import type { FastifyInstance } from 'fastify';
import type { CallName } from '#contract/index.ts';
import { adminDashboardHandlers } from './admin-dashboard/handlers.ts';
import { attachmentDirectHandlers, attachmentHandlers } from './attachments/handlers.ts';
import { auditHandlers } from './audit/handlers.ts';
import { authDirectHandlers, authHandlers } from './auth/handlers.ts';
import { bmeHandlers } from './bme/handlers.ts';
import { breakdownListHandlers } from './breakdown/lists.ts';
import { reportBreakdown } from './breakdown/report.ts';
import { ticketWriteHandlers } from './breakdown/writes.ts';
import { contactPersonHandlers } from './contact-person/handlers.ts';
import type { Services } from './context.ts';
import { roundChart } from './daily-round/chart.ts';
import { submitRound } from './daily-round/submit.ts';
import { templateHandlers } from './daily-round/templates.ts';
import { dashboardHandlers } from './dashboard/handlers.ts';
import { documentHandlers } from './documents/handlers.ts';
import { departmentHandlers } from './department/handlers.ts';
import { equipmentMakeHandlers } from './equipment-make/handlers.ts';
import { equipmentModelHandlers } from './equipment-model/handlers.ts';
import { equipmentHandlers } from './equipment/handlers.ts';
import { hospitalHandlers } from './hospital/handlers.ts';
import { importDirectHandlers, importHandlers } from './import/import-handler.ts';
import { importProgressHandlers } from './import/progress.ts';
import { deviceRoundHandlers } from './installation-base/device-rounds.ts';
import { installationListHandlers } from './installation-base/lists.ts';
import { keepOutOfSearchEngines, publicPageHandlers } from './installation-base/public-page.ts';
import { qrImageHandlers } from './installation-base/qr-image.ts';
import { installationFormHandlers } from './installation-base/record.ts';
import { installationWriteHandlers } from './installation-base/writes.ts';
import { mount, mountDirect } from './route.ts';
import { syncChanges } from './sync/changes.ts';
import { syncDigest } from './sync/digest.ts';
import { syncEvents } from './sync/events.ts';
import { syncMissing } from './sync/missing.ts';
import { taskListHandlers } from './tasks/lists.ts';
import { taskWriteHandlers } from './tasks/writes.ts';
import { vendorHandlers } from './vendor/handlers.ts';
import { warrantyDirectHandlers, warrantyListHandlers } from './warranty/lists.ts';
import { warrantyWriteHandlers } from './warranty/writes.ts';

const keyed = {
  ...authHandlers,
  syncChanges,
  syncDigest,
  syncMissing,
  ...attachmentHandlers,
  ...templateHandlers,
  submitRound,
  roundChart,
  ...taskListHandlers,
  ...taskWriteHandlers,
  ...breakdownListHandlers,
  reportBreakdown,
  ...ticketWriteHandlers,
  ...installationListHandlers,
  ...installationFormHandlers,
  ...installationWriteHandlers,
  ...documentHandlers,
  ...publicPageHandlers,
  ...deviceRoundHandlers,
  ...warrantyListHandlers,
  ...warrantyWriteHandlers,
  ...dashboardHandlers,
  ...adminDashboardHandlers,
  ...hospitalHandlers,
  ...bmeHandlers,
  ...vendorHandlers,
  ...contactPersonHandlers,
  ...departmentHandlers,
  ...equipmentHandlers,
  ...equipmentMakeHandlers,
  ...equipmentModelHandlers,
  ...importHandlers,
  ...importProgressHandlers,
  ...auditHandlers,
};

const direct = {
  ...authDirectHandlers,
  syncEvents,
  ...attachmentDirectHandlers,
  ...qrImageHandlers,
  ...warrantyDirectHandlers,
  ...importDirectHandlers,
};

({ ...keyed, ...direct }) satisfies Record<CallName, unknown>;

/** Mounts every call of the contract; a call without a handler does not compile. */
export function mountCalls(app: FastifyInstance, services: Services): void {
  keepOutOfSearchEngines(app);
  mount(app, services, keyed);
  mountDirect(app, services, direct);
}
