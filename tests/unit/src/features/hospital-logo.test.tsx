// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError } from '#sync/types.ts';
import { bmeSession, createFakeEngine, officeSession } from '#tests/support/fake-engine.ts';
import { drawScreen } from '#tests/support/screen.tsx';
import { HeaderLogo } from '#ui/app/header-logo.tsx';
import { InventoryPaperScreen } from '#ui/features/print/inventory-screen.tsx';
import { LogoCard } from '#ui/features/settings/logo-card.tsx';
import { SettingsScreen } from '#ui/features/settings/settings-screen.tsx';
import { logoSize } from '#ui/platform/draw-logo.ts';

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const picture = 'data:image/png;base64,iVBORw0KGgo=';
const setting = [{ id: 'logo', picture }] as const;
const office = { kind: 'signed-in', session: officeSession, offline: false } as const;
const bme = { kind: 'signed-in', session: bmeSession, offline: false } as const;

/** Bytes of each drawing, in the order in which the logo is drawn. */
let drawings: number[];
beforeEach(() => {
  drawings = [];
  vi.stubGlobal('createImageBitmap', async () => ({ width: 960, height: 320, close: () => undefined }));
  const context = { fillRect: () => undefined, drawImage: () => undefined };
  HTMLCanvasElement.prototype.getContext = () => context as never;
  HTMLCanvasElement.prototype.toBlob = function toBlob(done, type) {
    done(new Blob([`${type} ${this.width}`.padEnd(drawings.shift() ?? 20)]));
  };
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const pick = (...parts: (string | Uint8Array<ArrayBuffer>)[]) =>
  fireEvent.change(screen.getByLabelText(/^(Choose a logo|Replace the logo)/, { selector: 'input' }), {
    target: { files: [new File(parts, 'logo.png')] },
  });
const drawCard = (logo: readonly object[] = [], setHospitalLogo: (input: unknown) => unknown = () => undefined) => {
  const engine = createFakeEngine({
    session: office,
    records: { setting: logo as never },
    answers: { setHospitalLogo },
  });
  drawScreen(<LogoCard />, { engine });
  return () => engine.called.filter(({ name }) => name === 'setHospitalLogo').map(({ input }) => input);
};

test.each([
  ['office', office, 1],
  ['engineers', bme, 0],
] as const)('The settings of the %s offer the hospital logo or not', (_who, session, count) => {
  drawScreen(<SettingsScreen />, { engine: createFakeEngine({ session }) });
  expect(screen.queryAllByRole('region', { name: 'Hospital logo' })).toHaveLength(count);
});

test('A picture becomes the logo as PNG; one that would be too large, as JPEG', async () => {
  const sent = drawCard();
  pick(png);
  await screen.findByText('The hospital logo was saved.');
  drawings = [20_001, 20_001, 20_000];
  pick(png);
  await waitFor(() => expect(sent()).toHaveLength(2));
  const texts = sent().map((input) => atob((input as { body: { picture: string } }).body.picture).trim());
  expect(texts).toEqual(['image/png 480', 'image/jpeg 360']);
});

test('A file that is no PNG, JPEG or WebP, or that cannot be drawn, is refused and not sent', async () => {
  const sent = drawCard();
  pick('<svg xmlns="http://www.w3.org/2000/svg"></svg>');
  await screen.findByText('Please choose a PNG, JPEG or WebP picture.');
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('damaged')));
  pick(png);
  await screen.findByText('This browser cannot show the picture. Please choose another one.');
  expect(sent()).toEqual([]);
});

test('Removing the logo can be undone', async () => {
  const sent = drawCard(setting);
  fireEvent.click(screen.getByRole('button', { name: 'Remove logo' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Undo: The hospital logo was removed.' }));
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()).toEqual([{ body: { picture: null } }, { body: { picture: 'iVBORw0KGgo=' } }]);
});

test('Without network the logo stays, and the card says why', async () => {
  drawCard(setting, () => {
    throw new CallError('offline', 'offline');
  });
  fireEvent.click(screen.getByRole('button', { name: 'Remove logo' }));
  await screen.findByText('You are offline. Changing the logo needs the network.');
  expect(screen.getByRole('img', { name: 'Logo of City Hospital' })).toBeTruthy();
});

test('The header shows the logo with the name of the hospital, and nothing without one', () => {
  const header = (records: object) => (
    drawScreen(
      <>
        <a id="home-link" href="/">
          Ward Rounds
        </a>
        <HeaderLogo />
      </>,
      { world: records },
    ),
    screen.getByRole('link').querySelector('img')
  );
  expect(header({})).toBeNull();
  cleanup();
  const shown = header({ records: { setting } });
  expect([shown?.getAttribute('src'), shown?.alt]).toEqual([picture, 'City Hospital']);
});

test('Papers show the logo beside their title', async () => {
  drawScreen(<InventoryPaperScreen />, { world: { records: { setting } } });
  const paper = await screen.findByRole('article');
  expect(paper.querySelector('img')?.getAttribute('src')).toBe(picture);
  expect(within(paper).getByText('City Hospital')).toBeTruthy();
});

test.each([
  [960, 320, 1, { width: 480, height: 160 }],
  [100, 100, 1, { width: 100, height: 100 }],
  [4000, 100, 1, { width: 480, height: 12 }],
  [300, 3000, 0.5, { width: 8, height: 80 }],
  [9000, 1, 1, { width: 480, height: 1 }],
])('A logo of %d × %d px is drawn at scale %d within its box', (width, height, scale, size) => {
  expect(logoSize(width, height, scale)).toEqual(size);
});
