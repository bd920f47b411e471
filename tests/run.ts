import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** What a check has counted. */
interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

/** One check of `npm test`: a script of package.json, and where it leaves its counts when it counts. */
interface Check {
  name: string;
  script: string;
  args?: (reportFile: string) => string[];
  read?: (report: unknown) => Count;
  /** What `--long` adds: the size that the promise is proved at. */
  long?: string[];
  /** Only a part of `--long`. */
  onlyLong?: boolean;
  /** A check that takes longer has failed: whatever hangs in it must not swallow the others. Units: minutes. */
  limit?: number;
}

const limitByDefault = 30;
/** Lines of a failed check that are printed once more at the end, where whoever reads only the end finds the reason. */
const lastLines = 40;
/** How long the output of a check may stay open after its end. Units: ms. */
const graceMs = 5000;

const one = (ok: boolean): Count => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 });

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numFailedTestSuites: number;
}
const readVitest = (report: unknown): Count => {
  const counts = report as VitestReport;
  return {
    passed: counts.numPassedTests,
    failed: counts.numFailedTests,
    skipped: counts.numPendingTests,
  };
};

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}
const readPlaywright = (report: unknown): Count => {
  const { expected, unexpected, flaky, skipped } = (report as PlaywrightReport).stats;
  return { passed: expected, failed: unexpected + flaky, skipped };
};

const vitestReport = (file: string): string[] => ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];

const checks: Check[] = [
  { name: 'types', script: 'typecheck' },
  { name: 'lint and borders', script: 'lint' },
  { name: 'format', script: 'format:check' },
  { name: 'unused files, exports and dependencies', script: 'knip' },
  { name: 'unit', script: 'test:unit', args: vitestReport, read: readVitest },
  { name: 'contract', script: 'test:contract', args: vitestReport, read: readVitest },
  { name: 'build', script: 'build' },
  { name: 'size of what is loaded first', script: 'size' },
  { name: 'browser', script: 'test:browser', read: readPlaywright },
  { name: 'planted bugs', script: 'test:planted' },
  {
    name: 'connections, processes and kills',
    script: 'test:postgres',
    long: ['--kills', '100', '--contract', 'yes'],
  },
  { name: 'faults', script: 'test:faults', long: ['--commands', '100000'] },
  { name: 'tablets in Chromium', script: 'test:chromium', long: ['--operations', '2000'], onlyLong: true },
  {
    name: 'tablets back after an outage',
    script: 'load',
    long: ['--tablets', '1000', '--hospitals', '10', '--other'],
    onlyLong: true,
  },
];

const { values: options } = parseArgs({ options: { long: { type: 'boolean', default: false } } });
const chosen = checks.filter(({ onlyLong = false }) => options.long || !onlyLong);

/** Runs a script of package.json, prints what it prints, and answers whether it succeeded and its last lines. */
function run(
  { script, limit = limitByDefault }: Check,
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<{ ok: boolean; end: string[] }> {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', ['run', '--silent', script, ...(args.length > 0 ? ['--', ...args] : [])], {
      stdio: ['inherit', 'pipe', 'pipe'],
      env: { ...env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) },
      // A group of its own, which can be ended with all that it has started.
      detached: true,
    });
    let tail = '';
    const keep = (text: Buffer): void => {
      tail = `${tail}${text.toString()}`.split('\n').slice(-lastLines).join('\n');
    };
    child.stdout.on('data', keep).pipe(process.stdout, { end: false });
    child.stderr.on('data', keep).pipe(process.stderr, { end: false });
    const end = (signal: NodeJS.Signals): void => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, signal);
    };
    const tooLong = setTimeout(() => {
      const words = `\n${script} has not ended after ${limit} minutes.\n`;
      process.stdout.write(words);
      keep(Buffer.from(words));
      end('SIGKILL');
    }, limit * 60_000);
    const stop = (): void => {
      end('SIGTERM');
      process.exit(130);
    };
    process.once('SIGINT', stop).once('SIGTERM', stop);
    child.on('error', reject);
    // What a check has left running may hold its output open.
    let leftOver: NodeJS.Timeout | undefined;
    child.on('exit', () => {
      leftOver = setTimeout(() => {
        for (const output of [child.stdout, child.stderr]) output.destroy();
      }, graceMs);
    });
    child.on('close', (code) => {
      clearTimeout(tooLong);
      clearTimeout(leftOver);
      process.off('SIGINT', stop).off('SIGTERM', stop);
      resolve({ ok: code === 0, end: tail.split('\n') });
    });
  });
}

function counted(check: Check, file: string, ok: boolean): Count {
  if (!check.read) return one(ok);
  try {
    const count = check.read(JSON.parse(readFileSync(file, 'utf8')));
    return ok || count.failed > 0 ? count : { ...count, failed: 1 };
  } catch {
    return one(false);
  }
}

const folder = mkdtempSync(join(tmpdir(), 'ward-checks-'));
const total: Count = { passed: 0, failed: 0, skipped: 0 };
const lines: string[] = [];
const reasons: string[] = [];
for (const [index, check] of chosen.entries()) {
  console.log(`\n=== ${check.name}`);
  const file = join(folder, `${index}.json`);
  const startedAt = Date.now();
  const args = [...(check.args?.(file) ?? []), ...(options.long ? (check.long ?? []) : [])];
  const { ok, end } = await run(check, args, { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: file });
  const count = counted(check, file, ok);
  total.passed += count.passed;
  total.failed += count.failed;
  total.skipped += count.skipped;
  if (count.failed > 0) reasons.push(`--- ${check.name} failed, and printed last:`, ...end, '');
  lines.push(
    `${count.failed > 0 ? 'FAILED' : 'ok    '} ${check.name}: ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped, ${Math.round((Date.now() - startedAt) / 1000)} s`,
  );
}
rmSync(folder, { recursive: true, force: true });
console.log(`\n${[...reasons, ...lines].join('\n')}\n`);
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
process.exitCode = total.failed > 0 ? 1 : 0;
