import { ensurePrograms, programNames, programOf } from './browsers.ts';
import { installMissing, installPackages, missingText } from './install.ts';

/* Finds or installs the named programs; exits with 1 if one is missing. `--locked` installs in this process, because no
   other run of ours is installing. */
const [first, ...others] = process.argv.slice(2);
if (first === '--locked') {
  installMissing(programNames(others).map(programOf), installPackages);
} else {
  const missing = ensurePrograms(programNames(process.argv.slice(2)));
  for (const program of missing) console.error(`*** ${missingText(program)} ***`);
  if (missing.length > 0) process.exitCode = 1;
}
