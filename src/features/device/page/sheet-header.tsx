import { useSearchParams } from 'react-router-dom';
import type { EquipmentDetails } from '#contract/calls/device/details.ts';
import { homePath } from '#contract/permissions.ts';
import { paths } from '#ui/paths.ts';
import { backToRound } from '#ui/return-path.ts';
import { useSession } from '#ui/engine/engine-provider.tsx';
import { useStepBack } from '#ui/ui/kept-queries.ts';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { useRecordTitle } from '#ui/ui/record-title.ts';
import { DeviceAnswer } from './device-answer.tsx';

/** The papers about one device. */
export const printItems = (deviceId: string) => [
  { label: 'History file', to: paths.printDeviceFile(deviceId) },
  { label: 'Readings compared', to: paths.printReadings(deviceId) },
  { label: 'Condemnation form', to: paths.printCondemnation(deviceId) },
];

interface SheetHeaderProps {
  sheet: EquipmentDetails;
  asOf?: string | undefined;
  /** The chosen photo of the device. */
  photo?: React.ReactNode;
  /** What needs doing, shown before everything else. */
  needs: React.ReactNode;
  actions?: React.ReactNode;
}

/** Shows what the device is and where, what needs doing, and its status. */
export function SheetHeader({ sheet, asOf, photo, needs, actions }: SheetHeaderProps) {
  const state = useSession();
  const user = state.kind === 'signed-in' ? state.session : undefined;
  const stepBack = useStepBack(
    user?.hospital
      ? { to: paths.devices(), label: 'Installation Base' }
      : { to: user ? homePath(user.userRole) : '', label: 'Dashboard' },
  );
  const [params] = useSearchParams();
  const back = user && (backToRound(params) ?? stepBack);
  useRecordTitle(`${sheet.equipmentName} ${sheet.serialNumber}`);
  const what = [sheet.make, sheet.model].filter(Boolean).join(' ');
  const place = [sheet.departmentName, sheet.location].filter(Boolean).join(' · ');
  return (
    <>
      <PageHeader
        title={sheet.equipmentName}
        asOf={asOf}
        picture={photo}
        {...(back && { back })}
        subtitle={
          <>
            {what !== '' && <span className="basis-full wrap-anywhere text-ink">{what}</span>}
            <span className="font-mono wrap-anywhere">{sheet.serialNumber}</span>
            {place !== '' && <span className="wrap-anywhere">{place}</span>}
          </>
        }
      />
      {needs}
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <DeviceAnswer sheet={sheet} />
        {actions && <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">{actions}</div>}
      </div>
    </>
  );
}
