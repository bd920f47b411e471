import { useDeferredValue, useMemo } from 'react';
import { hospitalDay } from '#contract/rules/hospital-day.ts';
import { suggestedDevices, suggestionRules } from '#contract/rules/suggestions.ts';
import { gatherSuggestions } from '#ui/work/gather-suggestions.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useNow, useTimeZone } from '#ui/engine/use-now.ts';

/**
 * Returns the serial numbers of the devices that a suggestion counts; undefined if none is requested, `coming` until a
 * new request is computed. Because all devices are read, this runs after the rest of the update is drawn, in two
 * renders: with 10,000 devices one would block the page too long.
 */
export function useSuggested(asked: string): ReadonlySet<string> | 'coming' | undefined {
  const rule = suggestionRules.find((each) => each === asked);
  const now = useNow();
  const timeZone = useTimeZone();
  const view = useView((current) => (current.ready ? current : null));
  const source = useMemo(
    () => (rule === undefined || view === null ? null : { rule, view, moment: { now, timeZone } }),
    [rule, view, now, timeZone],
  );
  const later = useDeferredValue(source, null);
  const gathered = useMemo(() => later && { ...later, facts: gatherSuggestions(later.view, later.moment) }, [later]);
  const facts = useDeferredValue(gathered, null);
  const found = useMemo(() => {
    if (facts === null) return null;
    const { now: at, timeZone: zone } = facts.moment;
    const devices = suggestedDevices(facts.rule, facts.facts, hospitalDay(at, zone));
    return { rule: facts.rule, serials: new Set(devices.map(({ serialNumber }) => serialNumber)) };
  }, [facts]);
  if (rule === undefined) return undefined;
  return found?.rule === rule ? found.serials : 'coming';
}
