import { addMonthsKeepingDay, hospitalDay } from '#contract/rules/hospital-day.ts';
import { demoSignIns } from '#server/demo/seed.ts';
import { paths } from '#ui/paths.ts';
import type { ScreenRoute } from '#ui/route.ts';
import { callAs } from './story.ts';

/** Records of the demo hospital with which screens are opened. */
export interface DemoAddresses {
  serial: string;
  hospitalId: string;
  /** Returns the addresses that test a route. Throws: if a parameter of the route has no known record. */
  of(route: ScreenRoute): readonly string[];
}

type Row = Record<string, unknown>;

/** Asks a server with demo data for a record of each kind. */
export async function demoAddresses(origin: string): Promise<DemoAddresses> {
  const ask = <T>(path: string, who: { email: string; password: string } = demoSignIns.bme) =>
    callAs<T>(origin, who, 'GET', path);
  const { rows } = await ask<{ rows: { kind: string; rows: Row[] }[] }>('/Sync/changes?cursor=0&limit=5000');
  const first = (kind: string, field: string, fits: (row: Row) => boolean = () => true) => {
    const found = rows.flatMap((group) => (group.kind === kind ? group.rows : [])).find(fits)?.[field];
    if (typeof found !== 'string') throw new Error(`The demo hospital has no such ${kind}.`);
    return found;
  };
  const firstOf = async (list: string) => {
    const { items } = await ask<{ items: { id: string }[] }>(list);
    if (!items[0]) throw new Error(`The demo hospital has nothing at ${list}.`);
    return items[0].id;
  };
  const [hospital] = await ask<{ id: string }[]>('/Hospital', demoSignIns.admin);
  const hospitalId = hospital?.id ?? '';
  const serial = first('device', 'serialNumber', ({ openTicketIds }) => (openTicketIds as string[]).length > 0);
  const template = first('template', 'id');
  // The demo hospital plans only through warranties; this schedule creates no task during a story.
  const schedule = await callAs<{ id: string }>(origin, demoSignIns.bme, 'POST', '/Schedule', {
    target: 'device',
    targetId: first('device', 'id'),
    kind: 'Inspection',
    title: 'Look over',
    every: 2,
    unit: 'year',
    basis: 'fixed',
    firstDueOn: addMonthsKeepingDay(hospitalDay(new Date(), 'Asia/Kolkata'), 24),
  });
  const known = new Map<ScreenRoute['path'], string[]>([
    [paths.hospitalEdit, [paths.hospitalEdit(hospitalId)]],
    [paths.hospitalFirstHour, [paths.hospitalFirstHour(hospitalId)]],
    [paths.engineerEdit, [paths.engineerEdit(first('technician', 'id'))]],
    [paths.vendorEdit, [paths.vendorEdit(await firstOf('/Vendor'))]],
    [paths.vendor, [paths.vendor(await firstOf('/Vendor'))]],
    [paths.contactPersonEdit, [paths.contactPersonEdit(await firstOf('/ContactPerson'))]],
    [paths.departmentEdit, [paths.departmentEdit(await firstOf('/Department'))]],
    [paths.equipmentTypeEdit, [paths.equipmentTypeEdit(await firstOf('/Equipment'))]],
    [paths.equipmentMakeEdit, [paths.equipmentMakeEdit(await firstOf('/EquipmentMakes'))]],
    [paths.equipmentModelEdit, [paths.equipmentModelEdit(await firstOf('/EquipmentModel'))]],
    [paths.device, [paths.device(serial)]],
    [paths.deviceEdit, [paths.deviceEdit(first('device', 'id'))]],
    [paths.printDeviceFile, [paths.printDeviceFile(first('test', 'deviceId'))]],
    [paths.printReadings, [paths.printReadings(first('test', 'deviceId'))]],
    [paths.printCondemnation, [paths.printCondemnation(first('device', 'id'))]],
    [paths.scheduleEdit, [paths.scheduleEdit(schedule.id)]],
    [paths.contractVisits, [paths.contractVisits(first('contract', 'id', ({ kind }) => kind === 'CMC'))]],
    [paths.printEvidence, [paths.printEvidence(await firstOf('/warranty/paged?kind=CMC'))]],
    [paths.warrantyEdit, [paths.warrantyEdit(await firstOf('/warranty/paged'))]],
    [paths.warranty, [paths.warranty(await firstOf('/warranty/paged?kind=CMC'))]],
    [paths.roundAdd, [paths.roundAdd(template)]],
    [paths.roundsOfTemplate, [paths.roundsOfTemplate(template)]],
    [paths.round, [paths.round(first('round', 'id', ({ needsAttention }) => Number(needsAttention) > 0))]],
    [paths.figure, [paths.figure('completion'), `${paths.figure('turnaround')}?split=department`]],
    [paths.figureRows, [`${paths.figureRows('completion')}?set=job.due`]],
    [paths.roundTemplateEdit, [paths.roundTemplateEdit(template)]],
    [paths.procedureEdit, [paths.procedureEdit(first('procedure', 'id'))]],
    [paths.testerEdit, [paths.testerEdit(first('tester', 'id'))]],
    [paths.tester, [paths.tester(first('tester', 'id'))]],
    [paths.test, [paths.test(first('test', 'deviceId'), first('test', 'procedureId'))]],
    [paths.certificate, [paths.certificate(first('test', 'id'))]],
    [paths.maintenanceClose, [paths.maintenanceClose(first('task', 'id', ({ closedAt }) => closedAt === null))]],
    [
      paths.ticket,
      [
        paths.ticket(first('ticket', 'id', ({ status }) => status === 'Open')),
        paths.ticket(first('ticket', 'id', ({ status }) => status === 'Closed')),
      ],
    ],
  ]);
  return {
    serial,
    hospitalId,
    of: ({ path }) => {
      const [pattern] = path.patterns;
      const listed = known.get(path);
      if (listed === undefined && pattern.includes(':')) throw new Error(`No record is known to open ${pattern} with.`);
      return listed ?? [pattern];
    },
  };
}
