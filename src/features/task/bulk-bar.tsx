import { useState } from 'react';
import { assignWords } from '#contract/rules/assign-words.ts';
import { counted } from '#contract/rules/counted.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { AssignDialog } from '#ui/work/call-actions.tsx';
import { useBulkWrite } from '#ui/forms/offline/use-bulk-write.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { Button } from '#ui/ui/button.tsx';
import { MenuButton } from '#ui/ui/menu-button.tsx';
import { Progress } from '#ui/ui/progress.tsx';
import { AttemptDialog, CancelDialog, MoveDialog } from './task-dialogs.tsx';

interface BulkBarProps {
  /** Ids of the selected tasks. */
  chosen: readonly string[];
  /** Ids of all listed tasks that are not closed. */
  open: readonly string[];
  /** A day on which the tasks were dropped: the form to move them is open. */
  dropped: LocalDay | undefined;
  onChoose: (ids: readonly string[]) => void;
  /** Called once the action was saved or cancelled. */
  onDone: () => void;
}

const tasks = (count: number) => counted(count, 'task');

/**
 * Acts on several tasks at once: assign, move with a reason, record an attempt, cancel. Source:
 * docs/decisions/253-bulk-work.md.
 */
export function BulkBar({ chosen, open, dropped, onChoose, onDone }: BulkBarProps) {
  const [asked, setAsked] = useState<'assign' | 'move' | 'attempt' | 'cancel' | null>(dropped ? 'move' : null);
  const assign = useBulkWrite('assignTask', (count) => `${tasks(count)} assigned.`);
  const move = useBulkWrite('moveTask', (count) => `${tasks(count)} moved.`);
  const attempt = useBulkWrite('attemptTask', (count) => `${counted(count, 'attempt')} recorded.`);
  const cancel = useBulkWrite('cancelTask', (count) => `${tasks(count)} cancelled.`);
  const progress = assign.progress ?? move.progress ?? attempt.progress ?? cancel.progress;
  const technicians = useView((view) => new Map(view.all('technician').map(({ id, name }) => [id, name])));
  const work = useView((view) => chosen.flatMap((id) => view.get('task', id) ?? []), [chosen.join(' ')]);
  const none = chosen.length === 0;
  const isAll = chosen.length === open.length;
  const close = () => setAsked(null);
  /** Applies the same values to each selected task. */
  const each = <Values,>(values: Values) => chosen.map((taskId) => ({ ...values, taskId }));
  const done = (act: Promise<void>) => {
    close();
    void act.then(onDone);
  };
  return (
    <>
      {progress && (
        <div className="px-4 pt-4">
          <Progress label={progress.stage} done={progress.done} total={progress.total} unit="tasks" />
        </div>
      )}
      <fieldset aria-label="Selected tasks" className="flex flex-wrap items-center gap-2 border-b border-line p-4">
        <p aria-live="polite" className="grow font-semibold">
          {tasks(chosen.length)} selected
        </p>
        <Button onClick={() => onChoose(isAll ? [] : open)}>
          {isAll ? 'Select none' : `Select all ${open.length}`}
        </Button>
        <Button icon="user" disabled={none} busy={assign.busy} onClick={() => setAsked('assign')}>
          Assign
        </Button>
        <Button icon="calendar" disabled={none} busy={move.busy} onClick={() => setAsked('move')}>
          Move
        </Button>
        {!none && (
          <MenuButton
            label="More actions"
            icon="more"
            iconOnly
            align="end"
            items={[
              { label: 'Could Not Be Done', icon: 'refresh', onSelect: () => setAsked('attempt') },
              { label: 'Cancel Tasks', icon: 'x', danger: true, onSelect: () => setAsked('cancel') },
            ]}
          />
        )}
        <Button variant="ghost" onClick={onDone} className="max-sm:px-2!">
          Done
        </Button>
        {asked === 'assign' && (
          <AssignDialog
            current={null}
            changes={(technicianId) =>
              assignWords(work, technicianId, (id) => technicians.get(id) ?? 'a former engineer')
            }
            onClose={close}
            onAssign={(technicianId) => {
              const changing = work.filter((task) => task.technicianId !== technicianId);
              if (changing.length === 0) close();
              else done(assign.run(changing.map(({ id }) => ({ taskId: id, technicianId }))));
            }}
          />
        )}
        {asked === 'move' && (
          <MoveDialog
            title={`Move ${tasks(chosen.length)}`}
            to={dropped}
            onClose={close}
            onSave={(values) => done(move.run(each(values)))}
          />
        )}
        {asked === 'attempt' && (
          <AttemptDialog
            title={`Could not be done: ${tasks(chosen.length)}`}
            onClose={close}
            onSave={(values) => done(attempt.run(each(values)))}
          />
        )}
        {asked === 'cancel' && (
          <CancelDialog
            title={`Cancel ${tasks(chosen.length)}`}
            onClose={close}
            onSave={(values) => done(cancel.run(each(values)))}
          />
        )}
      </fieldset>
    </>
  );
}
