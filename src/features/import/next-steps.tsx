import { counted } from '#contract/rules/counted.ts';
import { paths } from '#ui/paths.ts';
import { Button, ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';

interface NextStepsProps {
  hospitalId: string;
  failed: number;
  added: number;
  /** Goes to the rows that failed. */
  onFailed: () => void;
}

/** Leads on from an import: to the rows that failed, and to the round templates of the new devices. */
export function NextSteps({ hospitalId, failed, added, onFailed }: NextStepsProps) {
  if (failed + added === 0) return null;
  return (
    <Card title="Next steps">
      <div className="flex flex-wrap gap-3 max-sm:*:w-full">
        {failed > 0 && (
          <Button icon="warning" onClick={onFailed}>
            {counted(failed, 'row needs', 'rows need')} attention
          </Button>
        )}
        <ButtonLink icon="rounds" to={paths.hospitalFirstHour(hospitalId)}>
          Make round templates
        </ButtonLink>
      </div>
      <p className="mt-3 text-muted">
        The hospital’s office makes a template for each department with devices, in one step. “First hour” shows whether
        it has.
      </p>
    </Card>
  );
}
