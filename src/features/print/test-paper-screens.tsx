import { calibrationPaper, registerTitles, registerTypes } from '#contract/pages/papers/calibration.ts';
import { limitsPaper } from '#contract/pages/papers/limits.ts';
import { testerPaper } from '#contract/pages/papers/testers.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useNow, useTimeZone, useToday } from '#ui/engine/use-now.ts';
import { useListQuery } from '#ui/lists/list-query.ts';
import { paths, withQuery } from '#ui/paths.ts';
import { ButtonLink } from '#ui/ui/button.tsx';
import { SelectField } from '#ui/ui/select-field.tsx';
import { PaperFrame } from './paper-frame.tsx';

const registers = registerTypes.map((value) => ({ value, label: registerTitles[value] }));

/** Lists every device that is calibrated or tested for safety, with the last and next date. */
export function CalibrationPaperScreen() {
  const query = useListQuery();
  const now = useNow();
  const timeZone = useTimeZone();
  const today = useToday();
  const type = registerTypes.find((each) => each === query.filter('type')) ?? 'Cal';
  const paper = useView(
    (view) =>
      view.ready
        ? calibrationPaper(
            {
              devices: view.all('device'),
              tasks: view.all('task'),
              tests: view.all('test'),
              procedures: view.all('procedure'),
            },
            type,
            { now, timeZone },
          )
        : undefined,
    // Recomputed each day, not each minute.
    [type, today, timeZone],
  );
  return (
    <PaperFrame title={registerTitles[type]} back={{ to: paths.maintenance(), label: 'Maintenance' }} paper={paper}>
      <SelectField
        label="Register"
        className="sm:max-w-72"
        value={type}
        options={registers}
        onChange={(event) => query.setFilter('type', event.target.value)}
      />
      <ButtonLink
        to={withQuery(paths.figureRows('out-of-tolerance'), { set: 'tolerance.found', period: 'year' })}
        icon="chart"
      >
        Found out of tolerance this year
      </ButtonLink>
    </PaperFrame>
  );
}

/** Shows the register of testers, from the data on this tablet. */
export function TesterPaperScreen() {
  const now = useNow();
  const timeZone = useTimeZone();
  const today = useToday();
  const paper = useView(
    (view) =>
      view.ready ? testerPaper({ testers: view.all('tester'), tests: view.all('test') }, { now, timeZone }) : undefined,
    // Recomputed each day, not each minute.
    [today, timeZone],
  );
  return <PaperFrame title="Tester Register" back={{ to: paths.testers(), label: 'Testers' }} paper={paper} />;
}

/** The limits that the hospital has not confirmed, from the data on this tablet. */
export function LimitsPaperScreen() {
  const today = useToday();
  const paper = useView((view) => (view.ready ? limitsPaper(view.all('procedure'), today) : undefined), [today]);
  return <PaperFrame title="Limits to Confirm" back={{ to: paths.procedures(), label: 'Procedures' }} paper={paper} />;
}
