import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { demoSignIns } from '#server/demo/seed.ts';
import type { BuiltServer } from '#tests/support/built-server.ts';
import { startFilledServer } from '#tests/support/filled-server.ts';
import { asTakenByPhone, told } from '#tests/support/camera-jpeg.ts';
import { demoAddresses } from '#tests/support/demo-addresses.ts';
import { settled } from '#tests/support/inspect-screen.ts';
import { callAs, signIn, tokenOf } from '#tests/support/story.ts';
import { openTcpProxy, type TcpProxy } from '#tests/support/tcp-proxy.ts';
import { paths, withQuery } from '#ui/paths.ts';

let server: BuiltServer;
let folder: string;
let cable: TcpProxy;
let origin: string;
let serial: string;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ward-full-'));
  server = await startFilledServer(join(folder, 'data'), 'demo');
  ({ serial } = await demoAddresses(server.origin));
  cable = await openTcpProxy(server.port);
  origin = `http://localhost:${cable.port}`;
});
test.afterAll(async () => {
  await cable.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Draws a picture of 48 megapixels with the browser's own encoder. */
async function drawLargeJpeg(page: Page): Promise<Buffer> {
  const text = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(8000, 6000);
    const context = canvas.getContext('2d')!;
    for (let x = 0; x < 80; x += 1) {
      for (let y = 0; y < 60; y += 1) {
        context.fillStyle = `hsl(${(x * 37 + y * 91) % 360} 60% ${30 + ((x * y) % 50)}%)`;
        context.fillRect(x * 100, y * 100, 100, 100);
      }
    }
    const bytes = new Uint8Array(
      await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })).arrayBuffer(),
    );
    let latin = '';
    for (let at = 0; at < bytes.length; at += 10_000) latin += String.fromCharCode(...bytes.subarray(at, at + 10_000));
    return btoa(latin);
  });
  return Buffer.from(text, 'base64');
}

/** From now on a transaction has room for two photos: larger ones fail as on a full disk. */
function limitRoom(): void {
  const photosOf = (value: unknown): number => {
    if (value instanceof ArrayBuffer) return value.byteLength > 10_000 ? 1 : 0;
    if (typeof value !== 'object' || value === null) return 0;
    return Object.values(value).reduce((sum: number, part) => sum + photosOf(part), 0);
  };
  const stored = new WeakMap<IDBTransaction, number>();
  for (const name of ['put', 'add'] as const) {
    const store = IDBObjectStore.prototype[name];
    IDBObjectStore.prototype[name] = function limited(this: IDBObjectStore, value: unknown, ...key) {
      const sum = (stored.get(this.transaction) ?? 0) + photosOf(value);
      stored.set(this.transaction, sum);
      if (sum > 2) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      return store.call(this, value, ...key);
    };
  }
}

interface TicketOfServer {
  problemReported: string;
  files: { sha256: string; name: string; received: boolean; missing?: string }[];
}

/** Reads the report from the server. */
async function ticketOnServer(): Promise<(TicketOfServer & { id: string }) | undefined> {
  const { rows } = await callAs<{ rows: { kind: string; rows: (TicketOfServer & { id: string })[] }[] }>(
    server.origin,
    demoSignIns.hospital,
    'GET',
    '/Sync/changes?cursor=0&limit=5000',
  );
  const tickets = rows.filter(({ kind }) => kind === 'ticket').flatMap((group) => group.rows);
  return tickets.find(({ problemReported }) => problemReported === 'The plug is scorched.');
}

test('five photos of 48 megapixels on a full tablet: each is stored, reported as missing, or refused by name', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const context = await browser.newContext({ baseURL: origin });
  const page = await context.newPage();
  const jpeg = await drawLargeJpeg(page);
  const taken = [1, 3, 6, 8, 1].map((orientation) => asTakenByPhone(jpeg, orientation));
  const photos = taken.map((bytes, at) => {
    const file = join(folder, `IMG_${at + 1}.jpg`);
    // The fourth is truncated, and the fifth contains no picture at all.
    writeFileSync(file, at === 3 ? bytes.subarray(0, jpeg.length * 0.2) : at === 4 ? bytes.subarray(0, 500) : bytes);
    return file;
  });
  await signIn(page, demoSignIns.bme);
  await settled(page);
  await page.goto(withQuery(paths.ticketNew(), { serial }));
  await settled(page);

  await test.step('the form keeps four and refuses the fifth by name', async () => {
    await page.evaluate(limitRoom);
    cable.cut();
    await page.locator('input[type=file]').first().setInputFiles(photos);
    await expect(page.getByText(/4 of 5 files/)).toBeVisible({ timeout: 90_000 });
    await expect(page.getByText('Preparing…')).toHaveCount(0, { timeout: 90_000 });
    await expect(page.getByText(/^IMG_5\.jpg: This browser cannot show the picture\./)).toBeVisible();
    await expect(page.getByText('Not all of these files are stored on this tablet')).toBeVisible();
  });

  await test.step('nothing is saved before the author has chosen', async () => {
    await page.getByLabel('Issue Type').selectOption('Electrical');
    await page.getByLabel('Priority').selectOption('High');
    await page.getByLabel('Problem Reported').fill('The plug is scorched.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('4 files could not be kept')).toBeVisible();
    await page.getByRole('button', { name: 'Wait for room' }).click();
    await expect(page.getByText('Waiting for room')).toBeVisible();
    await page.getByRole('button', { name: 'Stop waiting' }).click();
    await expect(page.getByText('4 files could not be kept')).toBeVisible();
    await expect(page.getByText(/4 of 5 files/)).toBeVisible();
    await page.getByRole('button', { name: 'Save with those that fit' }).click();
    await expect(page).toHaveURL(/\/breakdown$/);
  });

  await test.step('the outbox lists those without room', async () => {
    await page.goto(paths.outbox());
    const entry = page.getByRole('listitem').filter({ hasText: 'no room on this tablet' });
    await expect(entry).toContainText(/saved without IMG_\d\.jpg \(no room on this tablet\), IMG_\d\.jpg \(no room/);
    await expect(entry).toContainText('0 of 2 files sent');
  });

  const sent = await test.step('the server has two, and the record lists the other two as missing', async () => {
    cable.mend();
    const states = async () => (await ticketOnServer())?.files.map(({ received, missing }) => missing ?? received);
    await expect
      .poll(async () => (await states())?.toSorted(), { timeout: 90_000 })
      .toEqual(['no-room', 'no-room', true, true]);
    const ticket = await ticketOnServer();
    expect(ticket?.files.map(({ name }) => name).toSorted()).toEqual([
      'IMG_1.jpg',
      'IMG_2.jpg',
      'IMG_3.jpg',
      'IMG_4.jpg',
    ]);
    // The smallest are kept: among them is the truncated photo, which the browser cannot re-encode.
    expect(ticket?.files.find(({ name, received }) => received && name === 'IMG_4.jpg')).toBeDefined();
    return ticket;
  });

  await test.step('none of them contains metadata of the phone', async () => {
    const headers = { authorization: `Bearer ${await tokenOf(server.origin, demoSignIns.hospital)}` };
    for (const { sha256 } of sent?.files.filter(({ received }) => received) ?? []) {
      const answer = await fetch(`${server.origin}/api/Attachments/${sha256}`, { headers });
      expect(answer.status).toBe(200);
      const bytes = Buffer.from(await answer.arrayBuffer());
      for (const text of Object.values(told)) expect(bytes.includes(text)).toBe(false);
    }
  });

  await test.step('author and office see what is missing', async () => {
    const office = await browser.newContext({ baseURL: origin });
    const desk = await office.newPage();
    await signIn(desk, demoSignIns.hospital);
    for (const reader of [page, desk]) {
      await reader.goto(paths.ticket(sent?.id ?? ''));
      await expect(reader.getByText('2 photos could not be kept on the tablet.')).toBeVisible();
      await expect(reader.getByText(/not kept: the tablet had no room for it/)).toHaveCount(2);
    }
    await office.close();
  });
  await context.close();
});
