import { useMomentText } from '#ui/engine/use-now.ts';

/**
 * Says that a time is an estimate, and what the tablet's clock showed; renders nothing for other times. Source:
 * docs/product.md P187.
 */
export function EstimatedTime({ tabletTime }: { tabletTime: string | undefined }) {
  const moment = useMomentText();
  if (tabletTime === undefined) return null;
  return (
    <span className="block text-sm text-warn">
      Time estimated: the clock of the tablet was behind and showed {moment(tabletTime)}
    </span>
  );
}
