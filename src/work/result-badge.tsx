import type { TestResult } from '#contract/records/procedure.ts';
import { Badge } from '#ui/ui/badge.tsx';

const tones = { Pass: 'ok', 'Pass limited': 'warn', Incomplete: 'neutral', Fail: 'danger' } as const;

/** The result of a test as icon and word. */
export function ResultBadge({ result }: { result: TestResult }) {
  return <Badge tone={tones[result]}>{result}</Badge>;
}
