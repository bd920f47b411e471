import { useRef, useState } from 'react';
import { counted } from '#contract/rules/counted.ts';
import { type ProposedTemplate, proposeTemplates } from '#contract/pages/template-proposal.ts';
import { paths } from '#ui/paths.ts';
import { errorWords, isOffline } from '#ui/engine/engine.ts';
import { useView } from '#ui/engine/engine-provider.tsx';
import { useOnlineAction } from '#ui/engine/use-online-call.ts';
import { useIdempotencyKey } from '#ui/forms/online/use-idempotency-key.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { Checkbox } from '#ui/ui/checkbox.tsx';
import { Card } from '#ui/ui/card.tsx';
import { Dialog } from '#ui/ui/dialog.tsx';
import { useToast } from '#ui/ui/toast.tsx';
import { useReturnTo } from '#ui/ui/return-to.ts';
import { gatherProposal } from './gather-proposal.ts';

/** Offers to create the templates that departments with devices still lack; renders nothing if none is missing. */
export function DepartmentTemplates() {
  const proposed = useView((view) => (view.ready ? proposeTemplates(gatherProposal(view)) : []));
  const [open, setOpen] = useState(false);
  if (proposed.length === 0) return null;
  const departments = new Set(proposed.map(({ departmentId }) => departmentId)).size;
  return (
    <Card title="A template per department" className="mb-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-0 flex-1 basis-64">
          {counted(departments, 'department has', 'departments have')} devices but no template yet.
        </p>
        <Button icon="rounds" className="max-sm:w-full" onClick={() => setOpen(true)}>
          Preview the templates
        </Button>
      </div>
      {open && <ProposalDialog proposed={proposed} onClose={() => setOpen(false)} />}
    </Card>
  );
}

interface ProposalDialogProps {
  proposed: readonly ProposedTemplate[];
  onClose: () => void;
}

/** Shows the templates to be created and creates them once, even after a double press or a retry. */
function ProposalDialog({ proposed, onClose }: ProposalDialogProps) {
  const [shown] = useState(proposed);
  const returnTo = useReturnTo();
  const toast = useToast();
  const attempt = useIdempotencyKey('department-templates');
  const create = useOnlineAction('createDepartmentTemplates');
  const [left, setLeft] = useState<readonly string[]>([]);
  const wanted = shown.filter(({ departmentId }) => !left.includes(departmentId));
  const devices = wanted.reduce((sum, { deviceIds }) => sum + deviceIds.length, 0);
  /** A second press can arrive before the button is drawn as busy. */
  const underway = useRef(false);
  const act = async () => {
    if (underway.current) return;
    underway.current = true;
    const departmentIds = [...new Set(wanted.map(({ departmentId }) => departmentId))];
    try {
      const { templates } = await attempt({ departmentIds }, (body, idempotencyKey) =>
        create.run({ body, idempotencyKey }),
      );
      toast({
        text:
          templates.length === 0
            ? 'These departments already have templates.'
            : `${counted(templates.length, 'template')} created.`,
      });
      await returnTo(paths.rounds());
    } catch {
      // The dialog shows the error of the action.
      underway.current = false;
    }
  };
  return (
    <Dialog
      open
      title="A template per department"
      busy={create.busy}
      onClose={onClose}
      actions={
        <>
          <Button disabled={create.busy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            data-autofocus
            busy={create.busy}
            disabled={wanted.length === 0}
            onClick={() => void act()}
          >
            Create {counted(wanted.length, 'template')}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <p>
          {counted(wanted.length, 'template')} with {counted(devices, 'device')} in all, walked by place and serial
          number. Each can be changed afterwards. Clear a department that has no rounds, such as a store.
        </p>
        {create.error && (
          <Alert tone="danger">
            {isOffline(create.error)
              ? 'The server could not be reached. Press the button again when the network is back: the templates are created only once.'
              : errorWords(create.error, 'The templates could not be created.')}
          </Alert>
        )}
        <ul aria-label="Templates to create" className="rounded-control border border-line">
          {shown.map(({ departmentId, templateName, deviceIds }) => (
            <li
              key={templateName}
              className="flex items-center justify-between gap-4 border-b border-line px-4 last:border-0"
            >
              <Checkbox
                className="min-w-0 flex-1 font-semibold wrap-anywhere"
                label={templateName}
                checked={!left.includes(departmentId)}
                disabled={create.busy}
                onChange={(event) =>
                  setLeft(event.target.checked ? left.filter((id) => id !== departmentId) : [...left, departmentId])
                }
              />
              <span className="shrink-0 text-muted">{counted(deviceIds.length, 'device')}</span>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
