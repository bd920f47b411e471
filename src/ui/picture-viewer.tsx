import { useEffect, useEffectEvent, useState } from 'react';
import { Alert } from './alert.tsx';
import { Button, IconButton } from './button.tsx';
import { cx } from './class-names.ts';
import { Dialog } from './dialog.tsx';
import type { Picture } from './picture.ts';
import { SkeletonRows } from './skeleton.tsx';

interface PictureViewerProps {
  pictures: readonly Picture[];
  /** Index of the picture shown first. */
  first: number;
  onClose: () => void;
}

/** Shows pictures full screen: arrows switch between them, Escape closes, Zoom shows details. */
export function PictureViewer({ pictures, first, onClose }: PictureViewerProps) {
  const [at, setAt] = useState(first);
  const [isLarge, setLarge] = useState(false);
  const count = pictures.length;
  const picture = pictures[at];
  const go = (steps: number) => {
    setAt((place) => (place + steps + count) % count);
    setLarge(false);
  };

  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => {
      const steps = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
      if (steps === 0 || isLarge) return;
      setAt((place) => (place + steps + count) % count);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [count, isLarge]);

  if (!picture) return null;
  return (
    <Dialog
      open
      title={picture.name}
      size="screen"
      onClose={onClose}
      actions={
        <>
          {count > 1 && (
            <span className="flex items-center gap-2 max-sm:justify-center">
              <IconButton icon="chevron-left" label="Previous picture" onClick={() => go(-1)} />
              <span aria-live="polite">
                {at + 1} of {count}
              </span>
              <IconButton icon="chevron-right" label="Next picture" onClick={() => go(1)} />
            </span>
          )}
          <Button icon="zoom" aria-pressed={isLarge} onClick={() => setLarge(!isLarge)}>
            Zoom
          </Button>
          <Button variant="primary" data-autofocus onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <Large key={picture.id} picture={picture} isLarge={isLarge} />
    </Dialog>
  );
}

type Shown = { address: string } | { problem: string } | null;

function Large({ picture, isLarge }: { picture: Picture; isLarge: boolean }) {
  const [shown, setShown] = useState<Shown>(null);
  const load = useEffectEvent(() => picture.load());
  useEffect(() => {
    let address: string | undefined;
    let isCurrent = true;
    load().then(
      (bytes) => {
        if (!isCurrent) return;
        address = URL.createObjectURL(bytes);
        setShown({ address });
      },
      (error: unknown) => {
        if (isCurrent)
          setShown({ problem: error instanceof Error ? error.message : 'The picture could not be loaded.' });
      },
    );
    return () => {
      isCurrent = false;
      if (address !== undefined) URL.revokeObjectURL(address);
    };
  }, []);
  if (shown === null) return <SkeletonRows rows={4} label="Loading the picture..." />;
  if ('problem' in shown) return <Alert tone="info">{shown.problem}</Alert>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an enlarged picture is moved by keyboard
    <div tabIndex={isLarge ? 0 : -1} className={cx('h-full', isLarge ? 'overflow-auto' : 'grid place-items-center')}>
      <img
        src={shown.address}
        alt={picture.name}
        onError={() => setShown({ problem: 'This browser cannot show the picture. Download it to see it.' })}
        className={isLarge ? 'max-w-none' : 'max-h-full max-w-full object-contain'}
      />
    </div>
  );
}
