import { spawnSync } from 'node:child_process';

/** The result of `npm audit`: the advisories of packages that ship, or why they are not known. */
export type Audit = { kind: 'checked'; found: string[] } | { kind: 'not-checked'; why: string };

/** Reads the JSON that `npm audit` prints: a report, or the error of a registry that does not answer it. */
export function readAudit(output: string): Audit {
  let said: { vulnerabilities?: Record<string, { severity: string; range: string }>; message?: string };
  try {
    said = JSON.parse(output) as typeof said;
  } catch {
    return { kind: 'not-checked', why: 'npm audit printed no report' };
  }
  if (!said.vulnerabilities) return { kind: 'not-checked', why: said.message ?? 'the registry gave no report' };
  const found = Object.entries(said.vulnerabilities).map(
    ([name, { severity, range }]) => `${name} ${range}: ${severity}`,
  );
  return { kind: 'checked', found };
}

/** Fails on an advisory, and says so plainly if the registry does not answer, which is not a fault of the project. */
function check(): void {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8', timeout: 60_000 });
  const audit = readAudit(stdout);
  if (audit.kind === 'not-checked') {
    console.log(`*** The advisories of the packages are NOT checked: ${audit.why} ***`);
    return;
  }
  for (const line of audit.found) console.error(line);
  if (audit.found.length > 0) process.exitCode = 1;
  else console.log('No advisory is known for the packages that ship.');
}

if (process.argv[1]?.endsWith('advisories.ts')) check();
