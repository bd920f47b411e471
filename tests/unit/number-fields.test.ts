import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));

// The browser's number field drops a decimal comma and reacts to the mouse wheel. Source: docs/product.md P165.
it("no field of the app uses the browser's number input", () => {
  const found = sources.filter((file) =>
    /\btype=(?:"number"|\{\s*['"]number['"]\s*\})/.test(readFileSync(`src/${file}`, 'utf8')),
  );
  expect(sources.length).toBeGreaterThan(300);
  expect(found).toEqual([]);
});
