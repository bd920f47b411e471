import { stripVTControlCharacters } from 'node:util';

/** Number of lines of a failed check that are repeated at the end of the run. */
const maxLines = 25;
/** Longer lines are truncated, so that a huge one-line diff does not hide everything else. */
const maxCharacters = 240;

/** Lines that only report success or the path of a report. */
const isNoise = (line: string): boolean => line.trim() === '' || /^\s*(✓|·|-|JSON report|⎯+\s*$)/.test(line);
/** Where the explanation starts in the output of Playwright, vitest and our campaigns, clearest pattern first. */
const failures = [/^\s*1\) \[/, /^\s*FAIL\s/, /Unhandled|FAIL|✘|FAULT|MISSED|has not ended/, /×|Error|[1-9]\d* failed/];
/** Where Playwright's second failed story begins; its account would displace the first. */
const nextStory = /^\s*2\) \[/;
/** Playwright's line for a failed story. */
const failedStory = /^\s*✘/;

/**
 * Returns the lines of a failed check's output that explain the failure: from the first failure on, without successes,
 * or the last lines if none match. The names of all failed browser stories come first.
 */
export function reasonOf(output: string): string[] {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .filter((line) => !isNoise(line))
    .map((line) => line.slice(0, maxCharacters));
  const first = failures.map((pattern) => lines.findIndex((line) => pattern.test(line))).find((at) => at >= 0);
  if (first === undefined) return lines.slice(-maxLines);
  const said = lines.slice(first, first + maxLines);
  const next = said.findIndex((line) => nextStory.test(line));
  return [
    ...lines.slice(0, first).filter((line) => failedStory.test(line)),
    ...said.slice(0, next < 0 ? undefined : next),
  ];
}
