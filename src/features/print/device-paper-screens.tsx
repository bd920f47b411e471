import { useParams } from 'react-router-dom';
import type { DeviceFile } from '#contract/calls/device/history-file.ts';
import type { Moment } from '#contract/pages/moment.ts';
import { condemnationPaper, historyPaper } from '#contract/pages/papers/device-papers.ts';
import type { Paper } from '#contract/pages/papers/paper.ts';
import { readingsPaper } from '#contract/pages/papers/readings.ts';
import { useNow, useTimeZone } from '#ui/engine/use-now.ts';
import { paths } from '#ui/paths.ts';
import { errorWords, isOffline } from '#ui/engine/engine.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { useStepBack } from '#ui/ui/kept-queries.ts';
import { PaperFrame } from './paper-frame.tsx';
import { useDeviceFile } from './use-device-file.ts';

/** Shows everything known about one device, in order. */
export function HistoryPaperScreen() {
  return <DevicePaper title="Device History File" build={historyPaper} />;
}

/** Shows the readings of one device, test by test. */
export function ReadingsPaperScreen() {
  return <DevicePaper title="Readings Compared" build={readingsPaper} />;
}

/** Shows the form on which a committee decides to condemn a device. */
export function CondemnationPaperScreen() {
  return <DevicePaper title="Condemnation Form" build={condemnationPaper} />;
}

interface DevicePaperProps {
  title: string;
  build: (file: DeviceFile, moment: Moment) => Paper;
}

function DevicePaper({ title, build }: DevicePaperProps) {
  const { id = '' } = useParams();
  const now = useNow();
  const timeZone = useTimeZone();
  const { file, error, reload } = useDeviceFile(id, { now, timeZone });
  const back = useStepBack(
    file && file.retiredOn === null
      ? { to: paths.device(file.serialNumber), label: 'Equipment Details' }
      : { to: paths.devices(), label: 'Installation Base' },
  );
  return (
    <PaperFrame
      title={title}
      back={back}
      record={file && `${file.equipmentName} ${file.serialNumber}`}
      paper={file && build(file, { now, timeZone })}
      isRefused={error !== null}
    >
      {error && (
        <Alert tone={file && isOffline(error) ? 'info' : 'danger'} action={<Button onClick={reload}>Try again</Button>}>
          {file ? 'Older activity needs the network.' : problemOf(error)}
        </Alert>
      )}
    </PaperFrame>
  );
}

function problemOf(error: Error): string {
  if (isOffline(error)) return 'Equipment not found on this tablet, and there is no connection to look it up.';
  return errorWords(error, 'The history of this device could not be loaded.');
}
