import { useState } from 'react';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { useClockOffset } from '#ui/engine/engine-provider.tsx';
import { useToday } from '#ui/engine/use-now.ts';

/**
 * A change of the clock offset above this means that the tablet's clock was set or measured again. Units: milliseconds.
 */
const setByMs = 60_000;

/**
 * Returns the day on which a form was opened; it does not change at midnight, but is corrected if the clock turns out
 * to be wrong. Source: docs/product.md P188.
 */
export function useDayOfForm(): LocalDay {
  const today = useToday();
  const offsetMs = useClockOffset();
  const [opened, setOpened] = useState({ today, offsetMs });
  if (Math.abs(offsetMs - opened.offsetMs) > setByMs) setOpened({ today, offsetMs });
  return opened.today;
}
