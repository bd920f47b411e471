import { readFileSync } from 'node:fs';
import { addMonthsKeepingDay, hospitalDay } from '#contract/rules/hospital-day.ts';
import { demoSignIns } from '#server/demo/seed.ts';
import { paths } from '#ui/paths.ts';
import { askToClose, type DrivenWindow, noDialog, openRow, press, screenAt } from './in-page.ts';
import { callAs, tokenOf } from './story.ts';

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
  /** The file in `src/` that draws it. */
  of: string;
  path: string;
  /** How the names of the buttons that open it begin. */
  buttons: readonly string[];
  /** How its title begins. */
  title: string;
  /** For a dialog of a record: first opens the first row of the list at `path`. */
  inRow?: boolean;
  /** Only where lists are cards, because it is opened differently there. */
  onlyPhone?: boolean;
  onlyTable?: boolean;
  /** Reloads first, because the previous dialog leaves something on the screen. */
  fresh?: boolean;
}

/** Dialogs that cannot be opened in the demo hospital, by the file that draws them, with the story that opens each. */
export const openedElsewhere: Readonly<Record<string, string>> = {
  'features/tablet/revoke-dialog.tsx': 'tests/browser/lost-tablet.spec.ts',
  'app/search/search-dialog.tsx': 'tests/browser/search.spec.ts',
  'app/search/keys-dialog.tsx': 'tests/browser/search.spec.ts',
  'forms/online/duplicates-dialog.tsx': 'tests/browser/merge.spec.ts',
  'features/outbox/outbox-entry-card.tsx': 'tests/unit/src/features/outbox.test.tsx',
  'features/import/columns-dialog.tsx': 'tests/unit/src/features/imports-screen.test.tsx',
  'features/import/correct-row-dialog.tsx': 'tests/unit/src/features/imports-screen.test.tsx',
  'features/import/past-work-dialogs.tsx': 'tests/browser/import-past.spec.ts',
  'features/schedule/end-schedule-dialog.tsx': 'tests/browser/schedules.spec.ts',
  'features/round/round-dialogs.tsx': 'tests/browser/round-room.spec.ts',
  'scanner/scan-question-dialog.tsx': 'tests/unit/src/scanner/wedge-fields.test.tsx',
  'work/correct-time.tsx': 'tests/unit/src/features/correct-time.test.tsx',
  'features/test/start-again.tsx': 'tests/unit/src/features/test-form.test.tsx',
  'features/round/department-templates.tsx': 'tests/browser/template-form.spec.ts',
};

/** The records that some dialogs need. */
export interface DialogOccasions {
  /** A device with a picture among its documents. */
  serial: string;
  /** A month whose tasks are all due more than 30 days ahead, as yyyy-MM. */
  farMonth: string;
  /** The address of a test that is not filled in. */
  test: string;
}

/** Adds to the demo hospital what some dialogs need. */
export async function prepareDialogs(origin: string): Promise<DialogOccasions> {
  const { items } = await callAs<{ items: { id: string; serialNumber: string }[] }>(
    origin,
    demoSignIns.bme,
    'GET',
    '/InstallationBase/paged',
  );
  const [device] = items;
  if (!device) throw new Error('The demo hospital has no device.');
  const form = new FormData();
  form.set('File', new Blob([readFileSync('public/icons/icon-192.png')]), 'plate.png');
  const headers = { authorization: `Bearer ${await tokenOf(origin, demoSignIns.bme)}` };
  const address = `${origin}/api/InstallationBase/${device.id}/documents`;
  const answer = await fetch(address, { method: 'POST', headers, body: form });
  if (!answer.ok) throw new Error(`The document was not added: ${answer.status} ${await answer.text()}`);
  const today = hospitalDay(new Date(), 'Asia/Kolkata');
  const { rows } = await callAs<{ rows: { kind: string; rows: { deviceId: string; procedureId: string }[] }[] }>(
    origin,
    demoSignIns.bme,
    'GET',
    '/Sync/changes?cursor=0&limit=5000',
  );
  const [tested] = rows.flatMap((group) => (group.kind === 'test' ? group.rows : []));
  if (!tested) throw new Error('The demo hospital has no test.');
  const test = paths.test(tested.deviceId, tested.procedureId);
  return { serial: device.serialNumber, farMonth: addMonthsKeepingDay(today, 2).slice(0, 7), test };
}

/** Describes a dialog of a row: opened by a button in a table, or through “⋯” on a card. */
const ofRow = (of: string, path: string, inTable: string, inMenu: string, title: string): Opening[] => [
  { of, path, buttons: [inTable], title, onlyTable: true },
  { of, path, buttons: ['Actions for', inMenu], title, onlyPhone: true },
];

/** Returns a hospital's dialogs, with the buttons that open them. */
export function dialogsOfHospital({ serial, farMonth, test }: DialogOccasions): readonly Opening[] {
  const opening = (
    of: string,
    path: string,
    buttons: readonly string[],
    title: string,
    how: Partial<Opening> = {},
  ) => ({
    of,
    path,
    buttons,
    title,
    ...how,
  });
  const tasks = paths.maintenance();
  const files = `${paths.device(serial)}?tab=documents`;
  const device = 'features/device/register/delete-device-dialog.tsx';
  const unanswered = 'features/round/unanswered-dialog.tsx';
  const calls = 'work/call-actions.tsx';
  const reports = 'features/fault-report/report-dialogs.tsx';
  const taskActs = 'features/task/task-dialogs.tsx';
  const kind = (name: string) => `features/equipment-type/delete-${name}-dialog.tsx`;
  return [
    ...ofRow('features/task/close-task-dialog.tsx', tasks, 'Close PM of', 'Close', 'Close Task'),
    opening(calls, tasks, ['Select', 'Select all', 'Assign'], 'Assign Technician'),
    opening(taskActs, tasks, ['Select', 'Select all', 'Move'], 'Move ', { fresh: true }),
    opening(taskActs, tasks, ['Could Not Be Done'], 'Could Not Be Done', { inRow: true, fresh: true }),
    opening(taskActs, tasks, ['Cancel Task'], 'Cancel Task', { inRow: true, fresh: true }),
    ...ofRow(
      'features/task/far-ahead-question.tsx',
      `${tasks}?month=${farMonth}`,
      'Close PM of',
      'Close',
      'Close this',
    ).map((one) => ({ ...one, fresh: true })),
    opening('features/device/labels/qr-dialog.tsx', paths.devices(), ['Actions for', 'QR code'], 'QR code'),
    opening(device, paths.devices(), ['Actions for', 'Delete'], 'Delete Installation'),
    opening('forms/online/record-menu.tsx', paths.vendors(), ['More actions', 'Delete'], 'Delete vendor', {
      inRow: true,
    }),
    opening('forms/online/merge-dialog.tsx', paths.vendors(), ['More actions', 'Merge'], 'Merge vendor', {
      inRow: true,
    }),
    opening('lists/views-dialog.tsx', paths.vendors(), ['Views', 'Save or delete'], 'Views of Vendor List'),
    opening('lists/columns-dialog.tsx', paths.vendors(), ['Views', 'Choose columns'], 'Columns to show'),
    opening('records/vendor-form.tsx', paths.deviceCreate(), ['New vendor'], 'Create Vendor'),
    opening(
      'records/contact-person-form.tsx',
      paths.deviceCreate(),
      ['New contact person for'],
      'Create Contact Person',
    ),
    opening('records/department-form.tsx', paths.deviceCreate(), ['New department'], 'Create Department'),
    opening('records/model-form.tsx', paths.deviceCreate(), ['New model'], 'Create Equipment Model'),
    opening('ui/picture-viewer.tsx', files, ['Show plate.png'], 'plate.png'),
    opening('work/documents/delete-document-dialog.tsx', files, ['Delete plate.png'], 'Delete Document'),
    opening(
      'features/round/delete-template-dialog.tsx',
      paths.rounds(),
      ['Actions for', 'Delete Template'],
      'Delete Template',
    ),
    opening('features/round/add-device-dialog.tsx', paths.rounds(), ['Start round', 'Add a device'], 'Add a device'),
    opening('features/round/round-scan-dialog.tsx', paths.rounds(), ['Start round', 'Scan'], 'Scan a label'),
    opening(unanswered, paths.rounds(), ['Start round', 'Submit Rounds'], '18 devices are'),
    opening(unanswered, paths.rounds(), ['Start round', 'Submit Rounds', 'Not seen'], 'Why not seen?'),
    opening('scanner/scan-dialog.tsx', paths.ticketNew(), ['Scan a label'], 'Scan a label'),
    opening('features/warranty/serials-dialog.tsx', paths.warranties(), ['Serial numbers of'], 'Serial'),
    ...ofRow(
      'features/warranty/delete-warranty-dialog.tsx',
      paths.warranties(),
      'Delete ',
      'Delete',
      'Delete Warranty',
    ),
    ...ofRow(kind('equipment'), paths.equipmentTypes(), 'Delete ', 'Delete', 'Delete'),
    ...ofRow(kind('make'), paths.equipmentMakes(), 'Delete ', 'Delete', 'Delete'),
    ...ofRow(kind('model'), paths.equipmentModels(), 'Delete ', 'Delete', 'Delete'),
    ...ofRow(
      'features/procedure/procedure-list-screen.tsx',
      paths.procedures(),
      'Delete ',
      'Delete',
      'Delete procedure',
    ),
    opening(
      'features/procedure/edit/step-dialog.tsx',
      paths.procedureCreate(),
      ['Add a step', 'Visual check'],
      'Visual check step',
    ),
    opening('features/test/fill-form.tsx', test, ['Save test'], 'Save an unfinished test?', {
      onlyTable: true,
      fresh: true,
    }),
    ...ofRow('features/tester/tester-list-screen.tsx', paths.testers(), 'Delete ', 'Delete', 'Delete tester'),
    ...ofRow('features/engineer/delete-engineer-dialog.tsx', paths.engineers(), 'Delete ', 'Delete', 'Delete'),
    opening(calls, paths.tickets(), ['Assign'], 'Assign Technician', { inRow: true }),
    opening(calls, paths.tickets(), ['Escalate'], 'Escalate Call', { inRow: true }),
    opening(
      'features/ticket/clock/wait-dialog.tsx',
      paths.tickets(),
      ['Other steps', 'Waiting for'],
      'Mark as Waiting',
      {
        inRow: true,
      },
    ),
    opening('features/ticket/clock/next-step.tsx', paths.tickets(), ['Other steps', 'Back in Use'], 'Back in ', {
      inRow: true,
    }),
    opening('work/note-dialog.tsx', paths.tickets(), ['Add Note'], 'Note on ', { inRow: true }),
    opening(reports, paths.faultReports(), ['Accept R-'], 'Accept R-'),
    opening(reports, paths.faultReports(), ['Close R-'], 'Close R-'),
    opening('app/logout-dialog.tsx', paths.bmeDashboard(), ['User menu', 'Logout'], 'Logout'),
    opening('app/more-sheet.tsx', paths.bmeDashboard(), ['More'], 'More', { onlyPhone: true }),
  ];
}

/** Dialogs of an Admin. */
export const dialogsOfAdmin: readonly Opening[] = [
  {
    of: 'features/hospital/hospital-list-screen.tsx',
    path: paths.hospitals(),
    buttons: ['Active'],
    title: 'Deactivate hospital',
  },
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
  /** Top edge of the close button, and lower edge of the title beside it. */
  dismiss: number;
  titleEnd: number;
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
    dismiss: dialog.querySelector(':scope > button').getBoundingClientRect().top,
    titleEnd: title.getBoundingClientRect().bottom,
  });`;

/** A dialog may only scroll at its maximum height. Source: `max-h-[92dvh]` of the dialog. */
const fullShare = 0.9;

function faultOf({ shown, held, top, bottom, foot, window, dismiss, titleEnd }: Boxes): string | null {
  if (top < -1 || bottom > window + 1) return `it stands outside the window (${top} to ${bottom} of ${window})`;
  if (foot !== null && foot > bottom + 1) return `its buttons are cut off (${foot} below ${bottom})`;
  if (dismiss >= titleEnd) return `its close button is not beside its title (${dismiss} below ${titleEnd})`;
  if (held - shown > 1 && bottom - top < fullShare * window)
    return `its body shows ${shown} of ${held} px, and there is room`;
  return null;
}

/** Opens one dialog on the current or its own screen and asks it to close. Returns the problem, or null. */
async function lookAt(driven: DrivenWindow, origin: string, opening: Opening, name: string): Promise<string | null> {
  const { path, buttons, title, inRow = false, fresh = false } = opening;
  const { pathname } = new URL(path, origin);
  if (fresh || (await driven.run('return location.pathname;')) !== pathname) {
    await driven.load(`${origin}${path}`);
    await driven.until('its screen', screenAt(pathname));
  }
  if (inRow) await driven.until('a row', openRow);
  for (const button of buttons) await driven.until(`a button “${button}…”`, press(button));
  const boxes = JSON.parse(await driven.until('a dialog at rest', measured)) as Boxes;
  const from = await driven.run('return location.pathname;');
  await driven.run(askToClose);
  const left = await driven.until('the end of the dialog that was asked to close', noDialog);
  const fault =
    left !== from
      ? `the request to close it leaves the screen, for ${left}`
      : boxes.title.startsWith(title)
        ? faultOf(boxes)
        : `it is not “${title}…”`;
  console.log(`  ${fault ? 'WRONG' : 'ok   '} ${name} “${boxes.title}”: body ${boxes.shown} of ${boxes.held} px`);
  return fault;
}

/** Opens every dialog in each window size, prints its height and returns the problems found. */
export async function lookAtDialogs(
  driven: DrivenWindow,
  origin: string,
  windows: readonly Window[],
  dialogs: readonly Opening[],
): Promise<string[]> {
  const faults: string[] = [];
  for (const { width, height } of windows) {
    await driven.resize(width, height);
    await driven.until('its window', `return innerWidth === ${width} ? 'wide' : '';`);
    const shown = dialogs.filter(({ onlyPhone = false, onlyTable = false }) =>
      width < phoneBelow ? !onlyTable : !onlyPhone,
    );
    for (const [at, opening] of shown.entries()) {
      const { path, buttons } = opening;
      const name = `${path} › ${buttons.join(' › ')} at ${width}x${height}`;
      const fault = await lookAt(driven, origin, at === 0 ? { ...opening, fresh: true } : opening, name).catch(
        (error: unknown) => String(error),
      );
      if (fault !== null) faults.push(`${name}: ${fault}`);
    }
  }
  return faults;
}
