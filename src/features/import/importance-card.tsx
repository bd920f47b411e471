import type { ImportReport } from '#contract/calls/import.ts';
import { counted } from '#contract/rules/counted.ts';
import { Button } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { Checkbox } from '#ui/ui/checkbox.tsx';
import { type ImportChoice, useImportRun } from './import-run.ts';

interface ImportanceCardProps {
  types: ImportReport['result']['Importance'];
  choice: ImportChoice;
}

/** Asks which new equipment types are critical, as a starter list proposes, and imports with the answer. */
export function ImportanceCard({ types, choice }: ImportanceCardProps) {
  const { run, start, setImportance } = useImportRun();
  return (
    <Card title="Which equipment is critical?" flush>
      <p className="border-b border-line px-4 py-3 text-muted sm:px-5">
        The sheet does not say how important {counted(types.length, 'equipment type is', 'equipment types are')}. Tick
        what is critical: patients depend on it, and it is repaired first. This can be changed later in each equipment
        type.
      </p>
      <ul className="grid sm:grid-cols-2">
        {types.map(({ name, devices, proposed }) => (
          <li key={name} className="border-b border-line px-4 py-0.5 sm:px-5">
            <Checkbox
              label={
                <span className="wrap-anywhere">
                  {name} <span className="text-muted">· {counted(devices, 'device')}</span>
                </span>
              }
              checked={(run.importance[name] ?? proposed) === 'Critical'}
              onChange={(event) => setImportance(name, event.target.checked ? 'Critical' : 'Non-Critical')}
            />
          </li>
        ))}
      </ul>
      <div className="p-4 sm:px-5">
        <Button
          variant="primary"
          onClick={() => void start({ ...choice, checkOnly: false, importance: run.importance })}
        >
          Import with these choices
        </Button>
      </div>
    </Card>
  );
}
