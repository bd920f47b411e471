import { coldOpen, fillCold } from './cold-open.ts';
import { downloadPair } from './download.ts';
import { fetchAll, saveNotes, saveRuns, signIn, timeToSendAll } from './engine.ts';
import { overlayRuns } from './overlay.ts';
import { scanPair } from './scan.ts';
import { searchRuns } from './search.ts';
import { updateBlocks } from './update.ts';

/** The measurements of the bench page, called from Node. */
const pageBenches = {
  signIn,
  saveRuns,
  saveNotes,
  timeToSendAll,
  fetchAll,
  downloadPair,
  fillCold,
  coldOpen,
  updateBlocks,
  searchRuns,
  overlayRuns,
  scanPair,
};
export type PageBenches = typeof pageBenches;

declare global {
  interface Window {
    wardBench: PageBenches;
  }
}

window.wardBench = pageBenches;
