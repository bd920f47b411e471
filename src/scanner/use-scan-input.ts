import { useRef, useState } from 'react';
import { readScan, type Scan } from '#contract/rules/qr-link.ts';
import { useDeviceOfScan } from './device-of-scan.ts';
import { type FieldState, putBack } from './field-state.ts';
import type { Read } from './formats.ts';
import { readLayout } from './keyboard-layout.ts';
import { labelsOfPicture } from './labels-of-picture.ts';
import type { ImageRead } from './read-image.ts';
import { askWhich, dismissQuestion } from './scan-question.ts';
import { useWedge } from './use-wedge.ts';
import type { WedgeScan } from './wedge.ts';

/** Why a scan cannot be used; null if it was accepted. */
export type ScanAnswer = string | null;

/** Accepts labels from any source. */
export interface ScanInput {
  /** Why the last label was not accepted. */
  problem: string | null;
  dismissProblem: () => void;
  /** A picture is being read. */
  reading: boolean;
  /** The camera has read a code. */
  takeRead: (read: Read) => void;
  /** Takes text that was typed, pasted, or sent by a hand scanner into a field meant for it. */
  takeText: (text: string) => void;
  takePicture: (file: File) => void;
}

const imageProblem: Readonly<Record<Exclude<ImageRead['outcome'], 'read' | 'one-qr'>, string>> = {
  'no-code': 'There is no label on this picture. Take it closer and straight from the front.',
  empty: 'This file is empty. Choose another picture.',
  heic: 'This browser cannot open HEIC pictures. Save the picture as JPEG and choose it again.',
  'not-an-image': 'This file is not a picture.',
  'no-decoder': 'The label reader could not be loaded. Type the serial number instead.',
};

const severalText = 'There are several labels on this picture. Choose the one you mean.';

const oneQrText =
  'The label reader could not be loaded. Without it, one QR code of this picture was read. Please confirm that it is the one you mean.';

const gapText = 'The scan came in with a pause, so part of it may be missing. Choose what is on the label.';

const otherLayoutText =
  'The scanner is set to a different keyboard than this tablet. Choose what is on the label. To stop this question, scan the ' +
  'code for the keyboard language of this tablet in the manual of the scanner.';

/** Loads the decoder with the first picture. */
async function readPicture(file: File): Promise<ImageRead> {
  try {
    const { readImage } = await import('./read-image.ts');
    return await readImage(file);
  } catch {
    return { outcome: 'no-decoder' };
  }
}

/**
 * Accepts labels from the camera, a picture, typed text and, with `wedge`, a keyboard-wedge scanner anywhere on the
 * screen; passes on the whole parsed label, with the hospital that it names.
 */
export function useScanInput(
  onScan: (scan: Scan) => ScanAnswer | Promise<ScanAnswer>,
  { wedge }: { wedge: boolean },
): ScanInput {
  const [problem, setProblem] = useState<string | null>(null);
  const [reading, setReading] = useState(false);
  /** Counts labels and pictures, so that a late answer cannot overwrite a newer one. */
  const newest = useRef(0);

  const decide = useDeviceOfScan();
  const takeText = (text: string) => {
    if (text.trim() === '') return;
    dismissQuestion();
    newest.current += 1;
    const current = newest.current;
    const answer = onScan(readScan(text));
    if (!(answer instanceof Promise)) return setProblem(answer);
    setProblem(null);
    void answer.then((late) => {
      if (newest.current === current) setProblem(late);
    });
  };
  const takePicture = async (file: File) => {
    newest.current += 1;
    const current = newest.current;
    setReading(true);
    const result = await readPicture(file);
    setReading(false);
    // A newer label or picture takes precedence.
    if (newest.current !== current) return undefined;
    const isOneQr = result.outcome === 'one-qr';
    if (!isOneQr && result.outcome !== 'read') return setProblem(imageProblem[result.outcome]);
    const choices = isOneQr ? [result.text] : labelsOfPicture(result.texts, decide);
    const [only = ''] = choices;
    if (choices.length === 1 && !isOneQr) return takeText(only);
    const chosen = await askWhich({
      title: isOneQr ? 'Is this the label you mean?' : 'Which label do you mean?',
      explanation: isOneQr ? oneQrText : severalText,
      choices,
    });
    if (chosen !== undefined) takeText(chosen);
    return undefined;
  };
  const takeWedge = async ({ readings, isCertain }: WedgeScan<FieldState | undefined>) => {
    dismissQuestion();
    const read = readings.map((reading) => ({
      reading,
      ...readLayout(reading, (text) => decide(readScan(text)).kind === 'device'),
    }));
    const texts = [...new Set(read.flatMap((each) => each.texts))];
    const [only = ''] = texts;
    if (isCertain && texts.length === 1) return takeText(only);
    const isOtherLayout = read.some((each) => each.isOtherLayout);
    const chosen = await askWhich({
      title: 'What is on the label?',
      explanation: isOtherLayout ? otherLayoutText : gapText,
      choices: texts,
    });
    if (chosen === undefined) return undefined;
    putBack(read.find((each) => each.texts.includes(chosen))?.reading.mark);
    return takeText(chosen);
  };
  useWedge((scan) => void takeWedge(scan), wedge);
  return {
    problem,
    dismissProblem: () => setProblem(null),
    reading,
    takeRead: (read) => takeText(read.text),
    takeText,
    takePicture: (file) => void takePicture(file),
  };
}
