import { Button } from '#ui/ui/button.tsx';
import { Icon } from '#ui/ui/icons.tsx';

import type { CameraErrorKind } from './camera-error.ts';
import { cameraHelp } from './camera-help.ts';

interface CameraProblemProps {
  kind: CameraErrorKind;
  onRetry: () => void;
}

/** Explains why there is no picture and how to get one. */
export function CameraProblem({ kind, onRetry }: CameraProblemProps) {
  const help = cameraHelp(kind, {
    userAgent: navigator.userAgent,
    maxTouchPoints: navigator.maxTouchPoints,
    isInstalled: matchMedia('(display-mode: standalone)').matches,
  });
  return (
    <div className="space-y-3 rounded-card border border-warn-line bg-warn-soft p-4 text-ink">
      <div role="alert" className="space-y-2">
        <p className="flex items-center gap-2 font-semibold text-warn">
          <Icon name="warning" />
          {help.title}
        </p>
        <ol className={help.steps.length > 1 ? 'list-decimal space-y-1 ps-5' : ''}>
          {help.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
      <Button icon="refresh" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
