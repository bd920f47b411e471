import { ensurePrograms, programNames, programOf } from './browsers.ts';
import { installMissing, installPackages, missingText } from './install.ts';

/*
 * Finds or installs the programs that are named; ends with 1 if one of them is missing. `--locked`: installs in this
 * process, because no other of our runs is installing anything.
 */
const [first, ...others] = process.argv.slice(2);
if (first === '--locked') {
  installMissing(programNames(others).map(programOf), installPackages);
} else {
  const missing = ensurePrograms(programNames(process.argv.slice(2)));
  for (const program of missing) console.error(`*** ${missingText(program)} ***`);
  if (missing.length > 0) process.exitCode = 1;
}
