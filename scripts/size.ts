import { budgets, bundleSize, visitorSize } from './bundle-size.ts';

/** Prints what the built app loads before its first rows; ends with 1 when that is over budget. */
const { entry, firstRows, files, tooEarly } = bundleSize('dist/app');
console.log(
  `entry ${entry.toFixed(1)} kB gzip (budget ${budgets.entry}); before the first rows ${firstRows.toFixed(1)} kB (budget ${budgets.firstRows})`,
);
for (const { file, size } of files) console.log(`  ${size.toFixed(1).padStart(6)} kB ${file}`);
const visitor = visitorSize('dist/app/visitor');
console.log(`visitors' page ${visitor.toFixed(1)} kB (budget ${budgets.visitor})`);
if (tooEarly.length > 0) console.error(`Loaded too early: ${tooEarly.join(', ')}`);
if (entry > budgets.entry || firstRows > budgets.firstRows || visitor > budgets.visitor || tooEarly.length > 0)
  process.exitCode = 1;
