import { useState } from 'react';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { useClockOffset } from '#ui/engine/engine-provider.tsx';
import { useToday } from '#ui/engine/use-now.ts';

/** The tablet's clock was set, or measured anew, if its offset changes by more than this. Units: milliseconds. */
const setByMs = 60_000;

/**
 * Returns the day on which a form was opened: midnight leaves it as it is, and a clock that turns out to be wrong
 * corrects it. Source: docs/product.md P188.
 */
export function useDayOfForm(): LocalDay {
  const today = useToday();
  const offsetMs = useClockOffset();
  const [opened, setOpened] = useState({ today, offsetMs });
  if (Math.abs(offsetMs - opened.offsetMs) > setByMs) setOpened({ today, offsetMs });
  return opened.today;
}
