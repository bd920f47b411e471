import { createHash } from 'node:crypto';
import type { SampleSource } from '#contract/define.ts';
import type { PickedFile } from '#sync/types.ts';

/** The parameters of a sample. */
interface SampleParts {
  /** In [0, 1). */
  next(): number;
  /** Contained in every text; makes each file unique. */
  mark: string;
  now: string;
  timeZone: string;
  /** Units: bytes. */
  sizeOfFile?: () => number;
}

/** Smallest file that can contain a mark. Units: bytes. */
const smallestFile = 200;

/** Builds a file that starts like a JPEG and is unique by its mark. */
function photo(mark: string, size: number): PickedFile {
  const bytes = new Uint8Array(size);
  bytes.set([0xff, 0xd8, 0xff, 0xe0]);
  bytes.set(new TextEncoder().encode(mark), 20);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { ref: { sha256, size, mime: 'image/jpeg', name: 'photo.jpg' }, bytes: bytes.buffer };
}

/** Creates the source of one sample; its texts and files are stored for the caller that saves the sample. */
export function createSampleSource({ next, mark, now, timeZone, sizeOfFile = () => smallestFile }: SampleParts) {
  const texts: string[] = [];
  const files: PickedFile[] = [];
  const source: SampleSource = {
    next,
    now,
    timeZone,
    text() {
      const text = `${mark} #${texts.length + 1}`;
      texts.push(text);
      return text;
    },
    file() {
      const file = photo(`${mark} file ${files.length + 1}`, sizeOfFile());
      files.push(file);
      return { ...file.ref, mime: 'image/jpeg' };
    },
  };
  return { source, texts, files };
}
