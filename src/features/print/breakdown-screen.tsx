import { useSearchParams } from 'react-router-dom';
import { breakdownPaper, periodOf } from '#contract/pages/papers/breakdowns.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useNow, useTimeZone, useToday } from '#ui/engine/use-now.ts';
import { paths } from '#ui/paths.ts';
import { TextField } from '#ui/ui/text-field.tsx';
import { PaperFrame } from './paper-frame.tsx';

/** Lists the breakdowns of a period, which is this month unless the address names another. */
export function BreakdownPaperScreen() {
  const [params, setParams] = useSearchParams();
  const now = useNow();
  const timeZone = useTimeZone();
  const today = useToday();
  const asked = { from: params.get('from') ?? `${today.slice(0, 7)}-01`, to: params.get('to') ?? today };
  const { period, errors } = periodOf(asked);
  const paper = useView(
    (view) =>
      view.ready && period
        ? breakdownPaper({ tickets: view.all('ticket'), device: (id) => view.get('device', id) }, period, {
            now,
            timeZone,
          })
        : undefined,
    [asked.from, asked.to, now, timeZone],
  );
  const ask = (name: 'from' | 'to', value: string) =>
    setParams((current) => new URLSearchParams({ ...Object.fromEntries(current), ...asked, [name]: value }), {
      replace: true,
      preventScrollReset: true,
    });
  return (
    <PaperFrame
      title="Breakdown Register"
      back={{ to: paths.tickets(), label: 'Breakdown Tickets' }}
      paper={paper}
      isRefused={period === null}
    >
      <div className="grid grid-cols-2 items-start gap-3 sm:max-w-md">
        <TextField
          label="From"
          type="date"
          value={asked.from}
          error={errors.from}
          onChange={(event) => ask('from', event.target.value)}
        />
        <TextField
          label="To"
          type="date"
          value={asked.to}
          error={errors.to}
          onChange={(event) => ask('to', event.target.value)}
        />
      </div>
    </PaperFrame>
  );
}
