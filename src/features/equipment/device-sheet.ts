import type { EquipmentDetails } from '#contract/equipment-details.ts';
import type { DeviceRecord, TaskRecord, TicketRecord } from '#contract/replica.ts';
import { type Activity, recentActivities } from '#contract/rules/activities.ts';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { downtimePercentage, uptimePercentage } from '#contract/rules/uptime.ts';
import { statusOf, uptimeInputOf } from '#ui/resource/device-facts.ts';

interface SheetSource {
  device: DeviceRecord;
  /** Of this device alone. */
  tickets: readonly TicketRecord[];
  tasks: readonly TaskRecord[];
  now: Date;
  timeZone: string;
}

/** The page of a device from the replica, in the shape of the public call, so that both are drawn alike. */
export function sheetOf({ device, tickets, tasks, now, timeZone }: SheetSource): EquipmentDetails {
  const uptime = uptimeInputOf({ device, tickets, now, timeZone });
  return {
    equipmentName: device.equipmentName,
    serialNumber: device.serialNumber,
    make: device.makeName,
    model: device.modelName,
    status: statusOf(device),
    location: device.location ?? '',
    departmentName: device.departmentName ?? '',
    installationDate: device.installationDate,
    hasWarranty: device.warranty !== null && device.warranty.end >= hospitalDay(now, timeZone),
    calibrationRequired: device.calibrationRequired,
    uptimePercentage: uptimePercentage(uptime),
    downtimePercentage: downtimePercentage(uptime),
    maintenanceCost: device.maintenanceCost,
    recentActivities: recentActivities(activitiesOf(device, tickets, tasks), { now, timeZone }),
    serviceHistory: latestFirst(tickets, (ticket) => ticket.reportedDate).map((ticket) => ({
      dateReported: ticket.reportedDate,
      issue: [ticket.issueType, ticket.problemReported].filter(Boolean).join(': '),
      status: ticket.status === 'Closed' ? 'Resolved' : 'Pending',
      remarks: ticket.resolutionNote || ticket.actionTaken,
    })),
    maintenanceHistory: latestFirst([...repairsOf(tickets), ...tasks.flatMap(maintenanceOf)], (row) => row.performedOn),
    documents: latestFirst(tasks, (task) => task.closedAt ?? task.taskDate).flatMap((task) => task.files),
  };
}

type MaintenanceRow = EquipmentDetails['maintenanceHistory'][number];

/** Closed tickets are repairs: what they cost is the cost of the device. Source: document 3, rule 3.5. */
function repairsOf(tickets: readonly TicketRecord[]): MaintenanceRow[] {
  return tickets.flatMap(({ closedAt, closedBy, actionTaken, partCost }) =>
    closedAt === null
      ? []
      : {
          performedOn: closedAt,
          type: 'Repair',
          performedBy: closedBy ?? '',
          description: actionTaken,
          cost: partCost ?? 0,
        },
  );
}

function maintenanceOf({ closedAt, closedBy, actionTaken, type }: TaskRecord): MaintenanceRow[] {
  if (closedAt === null) return [];
  return [{ performedOn: closedAt, type, performedBy: closedBy ?? '', description: actionTaken, cost: 0 }];
}

function latestFirst<T>(records: readonly T[], at: (record: T) => string): T[] {
  return [...records].sort((a, b) => Date.parse(at(b)) - Date.parse(at(a)));
}

function activitiesOf(
  device: DeviceRecord,
  tickets: readonly TicketRecord[],
  tasks: readonly TaskRecord[],
): Activity[] {
  const { installationDate, warranty, latest } = device;
  return [
    ...(installationDate === null ? [] : [{ kind: 'installed', on: installationDate } as const]),
    ...(warranty === null
      ? []
      : [
          {
            kind: 'warranty-started',
            on: warranty.start,
            warrantyNumber: warranty.number,
            endsOn: warranty.end,
          } as const,
        ]),
    ...(latest === null ? [] : [{ kind: 'round', at: latest.observedAt, status: latest.status } as const]),
    ...tickets.flatMap((ticket): Activity[] => {
      const ticketNumber = ticket.ticketNumber ?? '(number follows)';
      const { issueType, reportedDate, closedAt } = ticket;
      return [
        { kind: 'ticket-reported', at: reportedDate, ticketNumber, issueType },
        ...(closedAt === null ? [] : [{ kind: 'ticket-closed', at: closedAt, ticketNumber } as const]),
      ];
    }),
    ...tasks.flatMap(({ closedAt, type }): Activity[] =>
      closedAt === null ? [] : [{ kind: 'task-closed', at: closedAt, type }],
    ),
  ];
}
