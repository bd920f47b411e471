import type { TestResult } from '#contract/records/procedure.ts';
import { Badge } from '#ui/ui/badge.tsx';

const tones = { Pass: 'ok', 'Pass limited': 'warn', Incomplete: 'neutral', Fail: 'danger' } as const;

/** Shows a test result as icon and word. */
export function ResultBadge({ result }: { result: TestResult }) {
  return <Badge tone={tones[result]}>{result}</Badge>;
}
