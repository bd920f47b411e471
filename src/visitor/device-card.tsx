/** @jsxImportSource preact */
import type { VisitorDevice } from './api.ts';
import { Card, Latin, Notice } from './parts.tsx';
import { type Language, leftToRight, timeWords, type Words } from './words.ts';

interface DeviceCardProps {
  words: Words;
  language: Language;
  now: number;
  shown: {
    device: VisitorDevice;
    /** Set when this phone cannot reach the server and shows the last known state. */
    isKept: boolean;
  };
}

/** Says which device this is and what state it is in, with the helpline. */
export function DeviceCard({ words, language, now, shown: { device, isKept } }: DeviceCardProps) {
  const { equipmentName, departmentName, serialEnd, state, reportedAt, timeZone, helpline, isOn } = device;
  return (
    <Card>
      <div>
        <h1 class="text-2xl font-bold">{equipmentName}</h1>
        {departmentName !== '' && <p class="text-muted">{departmentName}</p>}
        <p class="text-muted">
          {words('serialEnds')} <Latin>{serialEnd}</Latin>
        </p>
      </div>
      {isKept && <Notice tone="info">{words('offlineKept')}</Notice>}
      {state === 'do-not-use' && <Notice tone="danger">{words('doNotUse')}</Notice>}
      {state === 'in-use' && reportedAt === null && <Notice tone="ok">{words('inUse')}</Notice>}
      {reportedAt !== null && <p>{words('reportedAt', { time: timeWords(language, reportedAt, timeZone, now) })}</p>}
      {!isOn && (
        <p>
          {words('off')}
          {helpline !== '' && ` ${words('askHelpline')}`}
        </p>
      )}
      {helpline !== '' && (
        <a
          href={`tel:${helpline.replaceAll(/[^+\d]/g, '')}`}
          class="flex min-h-14 items-center justify-center rounded-control border border-line-strong px-4 py-2 text-center text-lg font-semibold text-primary-ink"
        >
          {words('call', { phone: leftToRight(helpline) })}
        </a>
      )}
    </Card>
  );
}
