import type { VisitorDevice } from './api.ts';
import { attemptOf } from './draft.ts';
import type { Label } from './label.ts';
import type { Told } from './report-form.tsx';
import type { KeptReport } from './store.ts';

/** What a report says besides the answers of its form. */
interface Source {
  device: VisitorDevice;
  label: Label;
  browser: string;
}

/** Makes a report from the answers in a form; the same answers make the same report until it is stored or sent. */
export function newReport({ photos, ...told }: Told, { device, label, browser }: Source): KeptReport {
  const sizes = photos.map(({ sha256, bytes }) => ({ sha256, size: bytes.byteLength }));
  const now = Date.now();
  const attempt = attemptOf(JSON.stringify([label, told, sizes]), now);
  return {
    id: attempt.id,
    state: 'waiting',
    device,
    body: {
      ...told,
      ...attempt,
      serialNumber: label.serialNumber,
      h: device.hospitalId,
      ...(label.t !== '' && { t: label.t }),
      browser,
      photos: sizes,
    },
    photos,
    status: null,
    refusal: null,
    notBefore: 0,
    madeAt: now,
  };
}
