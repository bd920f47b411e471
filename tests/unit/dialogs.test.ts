import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dialogsOfAdmin, dialogsOfHospital, openedElsewhere } from '#tests/support/dialogs.ts';

/** The components that render dialogs. */
const frames = new Set(
  ['ui/dialog', 'ui/confirm-dialog', 'forms/online/delete-dialog', 'forms/online/create-dialog'].map(
    (name) => `${name}.tsx`,
  ),
);

describe('The list of dialogs opened in each engine', () => {
  const opened = [...dialogsOfHospital({ serial: 'S', farMonth: '2026-01', test: '/test/d/p' }), ...dialogsOfAdmin].map(
    ({ of }) => of,
  );

  it('has every dialog of the app', () => {
    const drawing = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
      (file) =>
        file.endsWith('.tsx') &&
        !frames.has(file) &&
        /<(Dialog|ConfirmDialog|DeleteDialog|CreateDialog)\b/.test(readFileSync(`src/${file}`, 'utf8')),
    );
    expect([...new Set([...opened, ...Object.keys(openedElsewhere)])].toSorted()).toEqual(drawing.toSorted());
  });

  it('names an existing test for each of the others', () => {
    expect(Object.values(openedElsewhere).filter((file) => !existsSync(file))).toEqual([]);
  });
});
