import type { FastifyInstance } from 'fastify';
import type { CallName } from '#contract/index.ts';
import { adminDashboardHandlers } from './admin-dashboard/handlers.ts';
import { attachmentDirectHandlers, attachmentHandlers } from './attachment/handlers.ts';
import { auditHandlers } from './audit/handlers.ts';
import { authDirectHandlers, authHandlers } from './session/handlers.ts';
import { engineerHandlers } from './engineer/handlers.ts';
import { ticketListHandlers } from './ticket/lists.ts';
import { reportTicket } from './ticket/report.ts';
import { noticeHandlers } from './notice/handlers.ts';
import { mailDirectHandlers, mailHandlers, stopMailHandlers } from './notice/mail-calls.ts';
import { noticeSettingsHandlers } from './notice/settings.ts';
import { publicDeviceHandlers } from './report/device.ts';
import { reportPhotoHandlers } from './report/photo.ts';
import { reportDirectHandlers } from './report/send.ts';
import { reportSettingsHandlers } from './report/settings.ts';
import { reportWorkHandlers } from './report/work.ts';
import { correctTaskTime } from './task/correct-time.ts';
import { correctTicketTime } from './ticket/correct-time.ts';
import { ticketWriteHandlers } from './ticket/writes.ts';
import { contactPersonHandlers } from './contact-person/handlers.ts';
import type { Services } from './context.ts';
import { roundChart } from './round/chart.ts';
import { roundReadHandlers } from './round/read.ts';
import { submitRound } from './round/submit.ts';
import { templateHandlers } from './round/templates.ts';
import { figureHandlers } from './figures/handlers.ts';
import { dashboardHandlers } from './dashboard/handlers.ts';
import { listViewHandlers } from './list-view/handlers.ts';
import { documentHandlers } from './document/handlers.ts';
import { departmentHandlers } from './department/handlers.ts';
import { equipmentMakeHandlers } from './equipment-make/handlers.ts';
import { equipmentModelHandlers } from './equipment-model/handlers.ts';
import { equipmentTypeHandlers } from './equipment-type/handlers.ts';
import { firstHourHandlers } from './first-hour/handlers.ts';
import { dutyHandlers } from './duty/handlers.ts';
import { holidayHandlers } from './holiday/handlers.ts';
import { hospitalHandlers } from './hospital/handlers.ts';
import { setHospitalLogo } from './hospital/logo.ts';
import { importDirectHandlers, importHandlers } from './import/import-handler.ts';
import { pastWorkHandlers } from './import/past-work.ts';
import { chosenColumnHandlers } from './import/chosen-columns.ts';
import { importProgressHandlers } from './import/progress.ts';
import { deviceFileHandlers } from './device/device-file.ts';
import { deviceRoundHandlers } from './device/device-rounds.ts';
import { deviceListHandlers } from './device/lists.ts';
import { keepOutOfSearchEngines, publicPageHandlers } from './device/public-page.ts';
import { qrImageHandlers } from './device/qr-image.ts';
import { deviceFormHandlers } from './device/record.ts';
import { deviceWriteHandlers } from './device/writes.ts';
import { passwordLinkDirectHandlers, passwordLinkHandlers } from './password-reset/handlers.ts';
import { procedureHandlers } from './procedure/handlers.ts';
import { testReadHandlers } from './test-record/read.ts';
import { submitTestRecord } from './test-record/submit.ts';
import { testerHandlers } from './tester/handlers.ts';
import { mount, mountDirect } from './http/route.ts';
import { crashDirectHandlers, crashHandlers } from './crash/handlers.ts';
import { pushDirectHandlers } from './notice/subscriptions.ts';
import { exportHandlers } from './audit/export.ts';
import { tabletDirectHandlers, tabletHandlers } from './tablet/handlers.ts';
import { syncChanges } from './sync/changes.ts';
import { syncDigest } from './sync/digest.ts';
import { syncEvents } from './sync/event-stream.ts';
import { syncMissing } from './sync/missing.ts';
import { taskListHandlers } from './task/lists.ts';
import { taskUndoHandlers } from './task/undo.ts';
import { taskWriteHandlers } from './task/writes.ts';
import { duplicateHandlers } from './merge/duplicates.ts';
import { mergeHandlers } from './merge/handlers.ts';
import { vendorHandlers } from './vendor/handlers.ts';
import { scheduleListHandlers } from './schedule/lists.ts';
import { scheduleWriteHandlers } from './schedule/writes.ts';
import { contractEvidenceHandlers } from './warranty/evidence.ts';
import { warrantyDirectHandlers, warrantyListHandlers } from './warranty/lists.ts';
import { warrantyWriteHandlers } from './warranty/writes.ts';

const keyed = {
  ...authHandlers,
  ...passwordLinkHandlers,
  syncChanges,
  syncDigest,
  syncMissing,
  ...attachmentHandlers,
  ...exportHandlers,
  ...tabletHandlers,
  ...crashHandlers,
  ...templateHandlers,
  submitRound,
  ...roundReadHandlers,
  roundChart,
  ...taskListHandlers,
  ...taskWriteHandlers,
  ...taskUndoHandlers,
  ...ticketListHandlers,
  reportTicket,
  ...ticketWriteHandlers,
  correctTicketTime,
  ...publicDeviceHandlers,
  ...reportWorkHandlers,
  ...reportSettingsHandlers,
  ...noticeHandlers,
  ...noticeSettingsHandlers,
  ...mailHandlers,
  correctTaskTime,
  ...deviceListHandlers,
  ...deviceFormHandlers,
  ...deviceWriteHandlers,
  ...documentHandlers,
  ...listViewHandlers,
  ...publicPageHandlers,
  ...deviceRoundHandlers,
  ...deviceFileHandlers,
  ...warrantyListHandlers,
  ...contractEvidenceHandlers,
  ...warrantyWriteHandlers,
  ...holidayHandlers,
  ...dutyHandlers,
  ...scheduleListHandlers,
  ...scheduleWriteHandlers,
  ...dashboardHandlers,
  ...adminDashboardHandlers,
  ...figureHandlers,
  ...hospitalHandlers,
  setHospitalLogo,
  ...firstHourHandlers,
  ...engineerHandlers,
  ...mergeHandlers,
  ...duplicateHandlers,
  ...vendorHandlers,
  ...contactPersonHandlers,
  ...departmentHandlers,
  ...equipmentTypeHandlers,
  ...equipmentMakeHandlers,
  ...equipmentModelHandlers,
  ...importHandlers,
  ...pastWorkHandlers,
  ...chosenColumnHandlers,
  ...importProgressHandlers,
  ...procedureHandlers,
  ...testerHandlers,
  submitTestRecord,
  ...testReadHandlers,
  ...auditHandlers,
};

const direct = {
  ...authDirectHandlers,
  ...passwordLinkDirectHandlers,
  syncEvents,
  ...attachmentDirectHandlers,
  ...reportDirectHandlers,
  ...reportPhotoHandlers,
  ...tabletDirectHandlers,
  ...pushDirectHandlers,
  ...mailDirectHandlers,
  ...crashDirectHandlers,
  ...qrImageHandlers,
  ...warrantyDirectHandlers,
  ...importDirectHandlers,
};

({ ...keyed, ...direct, ...stopMailHandlers }) satisfies Record<CallName, unknown>;

/** Mounts every call of the contract; a call without a handler is a compile error. */
export function mountCalls(app: FastifyInstance, services: Services): void {
  keepOutOfSearchEngines(app);
  mount(app, services, keyed);
  mountDirect(app, services, direct);
  // Mail programs post a form, whose content does not matter; no other call takes one.
  void app.register((forms, _options, done) => {
    forms.removeAllContentTypeParsers();
    forms.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, parsed) => parsed(null));
    mountDirect(forms, services, stopMailHandlers);
    done();
  });
}
