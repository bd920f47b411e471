import { type Browser, expect, type Page, test } from '@playwright/test';
import { shareOfDay } from '#tests/support/day.ts';
import { addTemplate, devicesInRooms, hospitalWithDevices } from '#tests/support/round-hospital.ts';
import { admin, callAs, createWorld, engineer, hospitalUser, signIn, type World } from '#tests/support/story.ts';
import { type Spoken, spokenBy } from '#tests/support/spoken.ts';
import { paths } from '#ui/paths.ts';

/*
 * Five jobs by keyboard alone, as a screen reader is told about them. The words of each walk are kept in tests/spoken,
 * to be read aloud: would you know where you are?
 */

const windows = [
  ['desk', { width: 1280, height: 800 }],
  ['400', { width: 320, height: 256 }],
] as const;

type Account = typeof admin;
type Walk = readonly [name: string, who: Account, walk: (spoken: Spoken, page: Page) => Promise<void>];

let world: World;
let template: string;
let ticket: string;

test.beforeEach(async () => {
  world = await createWorld();
  const devices = devicesInRooms('Theatre', [2, 1]);
  const ids = await hospitalWithDevices(world, 'Hospital of Voices', devices);
  template = await addTemplate(
    world,
    'Theatres',
    devices.map(({ serial }) => serial),
  );
  const report = {
    installationBaseId: ids.get('DEV-003') ?? '',
    issueType: 'Electrical',
    problemReported: 'No display.',
    priority: 'High',
    reportedDate: new Date().toISOString(),
  };
  ticket = (await callAs<{ id: string }>(world.origin, engineer, 'POST', '/BreakDown', report)).id;
});
test.afterEach(() => world.close());

/** Opens a signed-in user's window. */
async function person(browser: Browser, who: Account, viewport: { width: number; height: number }): Promise<Page> {
  const page = await browser.newPage({ baseURL: world.origin, viewport, reducedMotion: 'reduce' });
  await signIn(page, who);
  if (who !== admin) await expect(page.getByText(/Ready for offline work/)).toBeVisible({ timeout: 60_000 });
  return page;
}

/** The fields of a new hospital, in the order of the keyboard, with what is typed or chosen. */
const hospitalFields = [
  [/^textbox “Name/, 'Hill Hospital'],
  [/^textbox “Phone/, '+91 20 4000 2000'],
  [/^textbox “Address/, '1 Station Road'],
  [/^combobox “State/, 'Maharashtra'],
  [/^combobox “City/, 'Pune'],
  [/^(textbox|spinbutton) “Number of BMEs/, '2'],
  [/^(textbox|spinbutton) “Number of Beds/, '50'],
  [/^textbox “Email/, 'hill@ward-story.example'],
  [/^textbox “Password/, 'for-the-first-day'],
] as const;

const walks: readonly Walk[] = [
  [
    'round',
    engineer,
    async (spoken, page) => {
      await spoken.open(paths.roundAdd(template), /Theatres/);
      await spoken.tabTo(/^link “Skip to content/);
      await spoken.press('Enter');
      await spoken.tabTo(/^radio “Operational/);
      await spoken.press('Space');
      await spoken.tabTo(/^button “More for DEV-002/);
      await spoken.press('Enter', page.getByRole('button', { name: 'In use' }));
      await spoken.tabTo(/^button “In use/);
      await spoken.press('Enter');
      await spoken.tabTo(/^button “Confirm the rest as Operational/);
      await spoken.press('Enter');
      await spoken.tabTo(/^button “Submit Rounds/);
      await spoken.press('Enter', page.getByText('Daily rounds submitted successfully!').first());
    },
  ],
  [
    'fault',
    engineer,
    async (spoken, page) => {
      await spoken.open(paths.roundAdd(template), /Theatres/);
      await spoken.tabTo(/^link “Skip to content/);
      await spoken.press('Enter');
      await spoken.tabTo(/^radio “Operational/);
      await spoken.press('ArrowRight', page.getByLabel('Description').first());
      await spoken.tabTo(/^textbox “Description of DEV-001/);
      await spoken.type('No sound.');
      await spoken.tabTo(/Report Breakdown of DEV-001/);
      await spoken.press('Enter', page.getByLabel('Problem Reported'));
      await spoken.tabTo(/^combobox “Issue Type/);
      await spoken.type('Electrical');
      await spoken.tabTo(/^combobox “Priority/);
      await spoken.type('High');
      await spoken.tabTo(/^button “Save”/);
      await spoken.press('Enter', page.getByText('Ticket reported ·'));
    },
  ],
  [
    'task',
    engineer,
    async (spoken, page) => {
      await spoken.open(paths.device('DEV-001'), /DEV-001/);
      await spoken.tabTo(/^link “Skip to content/);
      await spoken.press('Enter');
      await spoken.tabTo(/^(button|link) “Close/);
      await spoken.press('Enter', page.getByLabel('Actions Taken'));
      await spoken.tabTo(/^textbox “Actions Taken/);
      await spoken.type('Cleaned and checked.');
      await spoken.tabTo(/^button “Submit Task Report/);
      await spoken.press('Enter', page.getByText('Task report submitted successfully!').first());
    },
  ],
  [
    'note',
    hospitalUser,
    async (spoken, page) => {
      await spoken.open(paths.ticket(ticket), /DEV-003/);
      await spoken.tabTo(/^link “Skip to content/);
      await spoken.press('Enter');
      await spoken.tabTo(/^button “Add Note or Photo/);
      await spoken.press('Enter', page.getByRole('dialog'));
      await spoken.type('Spare pump lent.');
      await spoken.tabTo(/^button “Add Note”/);
      await spoken.press('Enter', page.getByText('Note added.'));
    },
  ],
  [
    'hospital',
    admin,
    async (spoken, page) => {
      await spoken.open(paths.hospitals(), /Hospitals/, page.getByText('1 hospital'));
      await spoken.tabTo(/^link “Add Hospital/);
      await spoken.press('Enter', page.getByLabel('Number of Beds'));
      for (const [field, words] of hospitalFields) {
        await spoken.tabTo(field);
        await spoken.type(words);
      }
      await spoken.tabTo(/^button “Create”/);
      await spoken.press('Enter', page.getByText('2 hospitals'));
    },
  ],
];

for (const [at, [name, who, walk]] of walks.entries()) {
  // Each walk in one of the windows a day, half of the walks in each.
  for (const [window, viewport] of shareOfDay([...windows.slice(at % 2), ...windows.slice(0, at % 2)], 1)) {
    test(`by keyboard alone, ${name} at ${viewport.width}x${viewport.height}`, async ({ browser }) => {
      const page = await person(browser, who, viewport);
      const spoken = await spokenBy(page);
      await walk(spoken, page);
      expect(spoken.story()).toMatchSnapshot(`${name}-${window}.txt`);
      await page.context().close();
    });
  }
}
