import { paths } from '#ui/paths.ts';
import { openRow, press, screenAt } from './in-page.ts';
import type { WebKitWindow } from './window.ts';

interface Window {
  width: number;
  height: number;
}

/** Window sizes for the dialog checks: the ward's tablet and a phone. Units: pixels. */
export const dialogWindows: readonly Window[] = [
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
];

/** Narrower windows have a bottom bar with “More”. Source: Tailwind's `sm`. */
const phoneBelow = 640;

interface Opening {
  path: string;
  buttons: readonly string[];
  /** Of a record: the first row of the list at `path` is opened before. */
  inRow?: boolean;
  /** Where narrower lists are cards, it has another way there. */
  onlyPhone?: boolean;
  onlyTable?: boolean;
}

/** Dialogs, by their page and the buttons that open them (the start of their names). */
const dialogs: readonly Opening[] = [
  { path: paths.maintenance(), buttons: ['Close PM of'], onlyTable: true },
  { path: paths.maintenance(), buttons: ['Actions for', 'Close'], onlyPhone: true },
  { path: paths.devices(), buttons: ['Actions for', 'QR code'] },
  { path: paths.devices(), buttons: ['Actions for', 'Delete'] },
  { path: paths.deviceCreate(), buttons: ['New vendor'] },
  { path: paths.deviceCreate(), buttons: ['New contact person for service'] },
  { path: paths.deviceCreate(), buttons: ['New department'] },
  { path: paths.rounds(), buttons: ['Actions for', 'Delete Template'] },
  { path: paths.rounds(), buttons: ['Start round', 'Add a device'] },
  { path: paths.rounds(), buttons: ['Start round', 'Submit Rounds'] },
  { path: paths.warranties(), buttons: ['Serial numbers of'], onlyTable: true },
  { path: paths.warranties(), buttons: ['Actions for', 'Serial numbers'], onlyPhone: true },
  { path: paths.warranties(), buttons: ['Delete '], onlyTable: true },
  { path: paths.warranties(), buttons: ['Actions for', 'Delete'], onlyPhone: true },
  { path: paths.tickets(), inRow: true, buttons: ['Assign'] },
  { path: paths.tickets(), inRow: true, buttons: ['Escalate'] },
  { path: paths.tickets(), inRow: true, buttons: ['Add Note'] },
  { path: paths.maintenance(), inRow: true, buttons: ['Could Not Be Done'] },
  { path: paths.maintenance(), inRow: true, buttons: ['Move Task'] },
  { path: paths.maintenance(), inRow: true, buttons: ['Cancel Task'] },
  { path: paths.maintenance(), buttons: ['Select', 'Select all', 'Assign'] },
  { path: paths.maintenance(), buttons: ['Select', 'Select all', 'Move'] },
  { path: paths.bmeDashboard(), buttons: ['User menu', 'Logout'] },
  { path: paths.bmeDashboard(), buttons: ['More'], onlyPhone: true },
];

/** Boxes of the open dialog. Units: CSS pixels. */
interface Boxes {
  title: string;
  /** Visible and total height of the body. */
  shown: number;
  held: number;
  top: number;
  bottom: number;
  /** Lower edge of the buttons at the bottom; null if there are none. */
  foot: number | null;
  window: number;
}

/** Empty until a dialog has stopped moving and its content is loaded. */
const measured = `
  const dialog = document.querySelector('dialog[open]');
  if (!dialog || dialog.querySelector('[aria-busy=true], .animate-shimmer')) return '';
  const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
  await Promise.all(ending.map((one) => one.finished.catch(() => undefined)));
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const [title, body, foot] = [...dialog.children].filter((one) => one.localName !== 'button');
  const box = dialog.getBoundingClientRect();
  return JSON.stringify({
    title: title.textContent, shown: body.clientHeight, held: body.scrollHeight, top: box.top, bottom: box.bottom,
    foot: foot ? foot.getBoundingClientRect().bottom : null, window: innerHeight,
  });`;

/** A dialog may only scroll at its maximum height. Source: `max-h-[92dvh]` of the dialog. */
const fullShare = 0.9;

function faultOf({ shown, held, top, bottom, foot, window }: Boxes): string | null {
  if (top < -1 || bottom > window + 1) return `it stands outside the window (${top} to ${bottom} of ${window})`;
  if (foot !== null && foot > bottom + 1) return `its buttons are cut off (${foot} below ${bottom})`;
  if (held - shown > 1 && bottom - top < fullShare * window)
    return `its body shows ${shown} of ${held} px, and there is room`;
  return null;
}

/** Opens every dialog in each window size, prints its height and returns the problems found. */
export async function lookAtDialogs(
  webkit: WebKitWindow,
  origin: string,
  windows: readonly Window[],
): Promise<string[]> {
  const faults: string[] = [];
  for (const { width, height } of windows) {
    await webkit.resize(width, height);
    for (const { path, buttons, inRow = false, onlyPhone = false, onlyTable = false } of dialogs) {
      if (width >= phoneBelow ? onlyPhone : onlyTable) continue;
      const name = `${path} › ${buttons.join(' › ')} at ${width}x${height}`;
      try {
        await webkit.load(`${origin}${path}`);
        await webkit.until('its screen', screenAt(path));
        await webkit.until('its window', `return innerWidth === ${width} ? 'wide' : '';`);
        if (inRow) await webkit.until('a row', openRow);
        for (const button of buttons) await webkit.until(`a button “${button}…”`, press(button));
        const boxes = JSON.parse(await webkit.until('a dialog at rest', measured)) as Boxes;
        const fault = faultOf(boxes);
        console.log(`  ${fault ? 'WRONG' : 'ok   '} ${name} “${boxes.title}”: body ${boxes.shown} of ${boxes.held} px`);
        if (fault) faults.push(`${name}: ${fault}`);
      } catch (error) {
        faults.push(`${name}: ${String(error)}`);
      }
    }
  }
  return faults;
}
