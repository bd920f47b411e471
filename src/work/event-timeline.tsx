import type { ReactNode } from 'react';
import { useMomentText } from '#ui/engine/use-now.ts';
import { Card } from '#ui/ui/card.tsx';
import { EstimatedTime } from './estimated-time.tsx';

interface EventTimelineProps {
  /** Renders the correction of a step's estimated time. */
  correctionOf?: (eventId: string) => ReactNode;
  steps: readonly { id: string; at: string; tabletTime?: string; text: string; isContradicting?: boolean }[];
}

/** Lists what happened to a call or task, in order. */
export function EventTimeline({ steps, correctionOf }: EventTimelineProps) {
  const moment = useMomentText();
  return (
    <Card title="Timeline">
      <ol className="space-y-4 border-l-2 border-line pl-4">
        {steps.map(({ id, at, tabletTime, text, isContradicting = false }) => (
          <li key={id}>
            <p className="font-medium wrap-anywhere">{text}</p>
            <time dateTime={at} className="text-sm text-muted">
              {moment(at)}
            </time>
            <EstimatedTime tabletTime={tabletTime} />
            {tabletTime !== undefined && correctionOf?.(id)}
            {isContradicting && <p className="text-sm text-warn">Contradicts other steps, not counted</p>}
          </li>
        ))}
      </ol>
    </Card>
  );
}
