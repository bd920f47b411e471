import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { cx } from '#ui/ui/class-names.ts';
import { Icon } from '#ui/ui/icons.tsx';
import { Spinner } from '#ui/ui/spinner.tsx';

import { CameraControls } from './camera-controls.tsx';
import { type CameraErrorKind, toCameraErrorKind } from './camera-error.ts';
import { CameraProblem } from './camera-problem.tsx';
import { type CameraSession, openCamera } from './camera-session.ts';
import { createReadGate } from './confirm-read.ts';
import type { Read } from './formats.ts';
import { type CameraRef, keepCamera, readKeptCamera } from './kept-camera.ts';
import { usePageVisible } from './use-page-visible.ts';

/** How long the picture shows that a label was read. Units: milliseconds. */
const hitShownMs = 900;

/** Long enough to be felt through a glove, short enough not to blur the next picture. Units: milliseconds. */
const buzzMs = 70;

/** If nothing is read within this time, the user is told what else to try. Units: milliseconds. */
const maxSearchMs = 6_000;

/** The camera to open; a new object opens it again. */
interface WantedCamera {
  camera: CameraRef | undefined;
}

interface CameraViewProps {
  onRead: (read: Read) => void;
  onError?: (kind: CameraErrorKind) => void;
  /** Freezes the picture and stops reading. */
  paused?: boolean;
  /** A label that is still in view after a pause is read again. */
  rereads?: boolean;
}

type Phase =
  | { name: 'starting' }
  | { name: 'reading'; session: CameraSession }
  | { name: 'problem'; kind: CameraErrorKind };

/** Shows the live camera picture and reads labels; the camera is released while the page is hidden. */
export function CameraView({ onRead, onError, paused = false, rereads = false }: CameraViewProps) {
  const hostRef = useRef<HTMLDivElement>(null);
  const isVisible = usePageVisible();
  const [wanted, setWanted] = useState<WantedCamera>(() => ({ camera: readKeptCamera() }));
  const [phase, setPhase] = useState<Phase>({ name: 'starting' });
  const [hit, setHit] = useState<Read>();
  const [isStill, setStill] = useState(false);
  const [isSlow, setSlow] = useState(false);
  const session = phase.name === 'reading' ? phase.session : undefined;
  // Outlives a session: a label in view counts once, even while the tablet is rotated.
  const [gate] = useState(() => createReadGate({ now: () => performance.now() }));

  const reportHit = useEffectEvent((read: Read) => {
    setHit(read);
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(buzzMs);
    onRead(read);
  });
  const reportProblem = useEffectEvent((error: unknown) => {
    const kind = toCameraErrorKind(error, window.isSecureContext);
    setPhase({ name: 'problem', kind });
    onError?.(kind);
  });

  useEffect(() => {
    const host = hostRef.current;
    if (!isVisible) gate.reset();
    if (!host || !isVisible) return undefined;
    const closing = new AbortController();
    const { signal } = closing;
    const show = async () => {
      setPhase({ name: 'starting' });
      setStill(false);
      try {
        const opened = await openCamera({
          host,
          wanted: wanted.camera,
          signal,
          onFrame: (read) => {
            if (gate.accept(read) && read) reportHit(read);
          },
          onInterrupted: () => setWanted({ ...wanted }),
          onNoAnswer: () => setPhase({ name: 'problem', kind: 'no-answer' }),
          onStill: setStill,
        });
        if (opened && !signal.aborted) setPhase({ name: 'reading', session: opened });
      } catch (error) {
        if (!signal.aborted && host.isConnected) reportProblem(error);
      }
    };
    void show();
    return () => closing.abort();
  }, [isVisible, wanted, gate]);

  useEffect(() => session?.setPaused(paused), [session, paused]);
  useEffect(() => {
    if (paused && rereads) gate.reset();
  }, [paused, rereads, gate]);

  useEffect(() => {
    if (!hit) return undefined;
    const timer = setTimeout(() => setHit(undefined), hitShownMs);
    return () => clearTimeout(timer);
  }, [hit]);

  useEffect(() => {
    if (!session || hit || paused) return undefined;
    const timer = setTimeout(() => setSlow(true), maxSearchMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [session, hit, paused]);

  const switchCamera = (camera: CameraRef) => {
    keepCamera(camera);
    setWanted({ camera });
  };
  const hasProblem = phase.name === 'problem';
  // The space for the picture is kept while the camera may still answer.
  const isAwaited = phase.name === 'starting' || (hasProblem && phase.kind === 'no-answer');
  return (
    <section aria-label="Camera" className="space-y-3">
      <div
        className={cx(
          'relative aspect-[3/4] max-h-[60dvh] w-full overflow-hidden rounded-card bg-brand sm:aspect-video',
          hit && 'outline-4 outline-signal',
          hasProblem && !isAwaited && 'hidden',
        )}
      >
        <div ref={hostRef} aria-hidden="true" className="absolute inset-0 overflow-hidden" />
        <div aria-hidden="true" className="viewfinder absolute inset-8 [--mark:var(--color-signal)]" />
        {session?.controls.canFocus === true && (
          <button
            type="button"
            aria-label="Focus the camera"
            className="absolute inset-0"
            onClick={() => void session.focus().catch(() => undefined)}
          />
        )}
        {isAwaited && (
          <div className="absolute inset-0 grid place-items-center text-on-brand">
            <Spinner size={32} />
          </div>
        )}
        {hit && (
          <div className="absolute inset-0 grid place-items-center">
            <span className="rounded-full bg-signal p-3 text-on-signal">
              <Icon name="check" size={32} />
            </span>
          </div>
        )}
      </div>
      {hasProblem ? (
        <CameraProblem kind={phase.kind} onRetry={() => setWanted({ ...wanted })} />
      ) : (
        <output className="block text-muted">{statusWords(phase, { hit, paused, isStill, isSlow })}</output>
      )}
      {session && <CameraControls session={session} onSwitchCamera={switchCamera} />}
    </section>
  );
}

interface Reading {
  hit: Read | undefined;
  paused: boolean;
  isStill: boolean;
  isSlow: boolean;
}

function statusWords(phase: Phase, { hit, paused, isStill, isSlow }: Reading): string {
  if (hit) return 'Label read.';
  if (phase.name !== 'reading') return 'Starting the camera…';
  if (paused) return 'The camera is paused.';
  if (isStill) return 'The picture is frozen: a call or another app is using the camera. End it to continue.';
  return isSlow ? slowWords(phase.session) : 'Hold the camera over a label.';
}

function slowWords({ controls, cameras }: CameraSession): string {
  const remedies = [
    'Hold the label flat, about 15 cm away.',
    controls.hasTorch && 'Switch on the torch if it is dark.',
    cameras.length > 1 && 'Switch the camera: another lens may focus closer.',
  ];
  return ['No label read yet.', ...remedies.filter((remedy) => remedy !== false)].join(' ');
}
