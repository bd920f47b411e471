import { useLayoutEffect, useRef, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { counted } from '#contract/rules/counted.ts';
import { createProcedureBody } from '#contract/calls/procedure.ts';
import {
  confirmed,
  isMeasured,
  maxSteps,
  unconfirmed,
  unmeasuredPart,
  withAppliedPart,
} from '#contract/rules/procedure.ts';
import type { Step } from '#contract/records/procedure.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Badge } from '#ui/ui/badge.tsx';
import { Button, IconButton } from '#ui/ui/button.tsx';
import { EmptyState } from '#ui/ui/empty-state.tsx';
import { Icon } from '#ui/ui/icons.tsx';
import { MenuButton } from '#ui/ui/menu-button.tsx';
import { movedTo, OrderList } from '#ui/ui/order-list.tsx';
import { useToast } from '#ui/ui/toast.tsx';
import { newStep } from './new-step.ts';
import { StepDialog } from './step-dialog.tsx';
import { StepPreview } from './step-preview.tsx';
import { stepSummary, stepWords } from './step-words.ts';

/** The values of the surrounding form. */
export interface ProcedureValues {
  name: string;
  steps: Step[];
  equipmentIds: string[];
  modelIds: string[];
  revision?: string | undefined;
}

const kinds = ['look', 'reading', 'electrical', 'photo', 'text'] as const;

/** Returns the problem with each step, as the contract words it. */
function problemsOf(steps: readonly Step[]): Map<string, string> {
  const issues = createProcedureBody.shape.steps.safeParse(steps).error?.issues ?? [];
  const found = new Map<string, string>();
  for (const { path, message } of issues) {
    const step = typeof path[0] === 'number' ? steps[path[0]] : undefined;
    if (step && !found.has(step.id)) found.set(step.id, message);
  }
  return found;
}

/**
 * Edits the steps of a procedure: add, change, copy, order by drag, buttons or arrow keys, and preview as on a phone.
 */
export function StepsField() {
  const { control, formState, getValues } = useFormContext<ProcedureValues>();
  const toast = useToast();
  const { field, fieldState } = useController({ control, name: 'steps' });
  const steps = field.value;
  const [openId, setOpenId] = useState<string | null>(null);
  const [shownId, setShownId] = useState<string | null>(null);
  const set = (next: Step[]) => field.onChange(next);
  const open = steps.find(({ id }) => id === openId);
  const problems = problemsOf(steps);
  const toConfirm = unconfirmed(steps).length;
  const unmeasured = unmeasuredPart(steps);
  const isAsked = formState.submitCount > 0;
  const add = (step: Step) => {
    set([...steps, step]);
    setOpenId(step.id);
    setShownId(step.id);
  };
  const copy = (step: Step) => {
    const at = steps.indexOf(step);
    set(steps.toSpliced(at + 1, 0, { ...step, id: crypto.randomUUID() }));
  };
  const section = useRef<HTMLElement>(null);
  /**
   * The position at which a step is about to be removed or restored; it takes the focus once the list has this many
   * rows.
   */
  const focusNext = useRef<{ place: number; count: number } | null>(null);
  useLayoutEffect(() => {
    const next = focusNext.current;
    const rows = [...(section.current?.querySelectorAll<HTMLElement>('[data-control=remove]') ?? [])];
    if (next?.count !== rows.length) return;
    focusNext.current = null;
    (rows[next.place] ?? rows.at(-1) ?? section.current?.querySelector('button'))?.focus();
  });
  const put = (place: number, changed: Step[]) => {
    focusNext.current = { place, count: changed.length };
    set(changed);
  };
  const remove = (step: Step, at: number) => {
    put(at, steps.toSpliced(at, 1));
    const undo = () => put(at, getValues('steps').toSpliced(at, 0, step));
    toast({ text: `${step.title || 'New step'} removed.`, action: { label: 'Undo', onAction: undo } });
  };
  const rootProblem = isAsked && steps.length === 0 ? 'A procedure has at least one step.' : undefined;
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_23.5rem]">
      <section ref={section} aria-label="Steps" data-field="steps" className="min-w-0 space-y-3">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 className="font-semibold">
            Steps ({steps.length} of at most {maxSteps})
          </h2>
          <MenuButton
            label="Add a step"
            icon="plus"
            className="border border-line-strong bg-surface hover:border-primary"
            items={kinds.map((kind) => ({
              label: stepWords[kind],
              disabled: steps.length >= maxSteps,
              onSelect: () => add(newStep(kind, crypto.randomUUID())),
            }))}
          />
        </div>
        {toConfirm > 0 && (
          <Alert
            tone="warn"
            action={
              <Button onClick={() => set(steps.map((step) => (isMeasured(step) ? confirmed(step) : step)))}>
                Confirm all limits
              </Button>
            }
          >
            {counted(toConfirm, 'limit is', 'limits are')} not confirmed: compare with the maker’s manual and correct
            any differences.
          </Alert>
        )}
        {unmeasured && steps.length < maxSteps && (
          <Alert
            tone="info"
            action={
              <Button onClick={() => set(withAppliedPart(steps, unmeasured, crypto.randomUUID()))}>Add the step</Button>
            }
          >
            The steps name a {unmeasured.appliedPart} applied part, and none of them measures its leakage. Certificates
            then say nothing about it.
          </Alert>
        )}
        {(rootProblem ??
          (isAsked && fieldState.error && problems.size > 0 ? 'Please correct the marked steps.' : undefined)) && (
          <Alert tone="danger">{rootProblem ?? 'Please correct the marked steps.'}</Alert>
        )}
        {steps.length === 0 ? (
          <EmptyState title="No steps yet." icon="rounds">
            Add the checks and measurements in the order in which they are done.
          </EmptyState>
        ) : (
          <OrderList
            onMove={(from, to) => set(movedTo(steps, from, to))}
            items={steps.map((step, at) => ({
              id: step.id,
              name: step.title || 'new step',
              content: (
                <StepLine
                  step={step}
                  problem={problems.get(step.id)}
                  onOpen={() => {
                    setOpenId(step.id);
                    setShownId(step.id);
                  }}
                />
              ),
              buttons: (
                <>
                  <IconButton
                    icon="copy"
                    label={`Copy ${step.title || 'new step'}`}
                    className="max-sm:hidden"
                    disabled={steps.length >= maxSteps}
                    onClick={() => copy(step)}
                  />
                  <IconButton
                    icon="x"
                    label={`Remove ${step.title || 'new step'}`}
                    data-control="remove"
                    onClick={() => remove(step, at)}
                  />
                </>
              ),
            }))}
          />
        )}
      </section>
      {steps.length > 0 && <StepPreview steps={steps} shownId={shownId} onShow={setShownId} />}
      {open && (
        <StepDialog
          step={open}
          problem={problems.get(open.id)}
          onChange={(changed) => set(steps.map((step) => (step.id === changed.id ? changed : step)))}
          onClose={() => setOpenId(null)}
        />
      )}
    </div>
  );
}

interface StepLineProps {
  step: Step;
  problem: string | undefined;
  onOpen: () => void;
}

function StepLine({ step, problem, onOpen }: StepLineProps) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="block min-h-target w-full rounded-tag text-left hover:text-primary-ink"
    >
      <span className="block font-semibold wrap-anywhere">{step.title || 'New step'}</span>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        {stepSummary(step)}
        {isMeasured(step) && !step.isConfirmed && (
          <Badge tone="warn" wraps>
            to confirm
          </Badge>
        )}
      </span>
      {problem !== undefined && (
        <span className="flex items-start gap-1.5 text-sm font-medium text-danger">
          <Icon name="octagon" size={16} className="mt-0.5" />
          {problem}
        </span>
      )}
    </button>
  );
}
