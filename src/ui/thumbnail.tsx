import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { cx } from './class-names.ts';
import { Icon } from './icons.tsx';
import type { Picture } from './picture.ts';
import { drawMiddle, sidePx } from './small-copy.ts';

const PictureViewer = lazy(async () => ({ default: (await import('./picture-viewer.tsx')).PictureViewer }));

interface ThumbnailProps {
  pictures: readonly Picture[];
  /** Index of this picture; the viewer shows the others too. */
  at: number;
  /** A change retries a failed load, for example when the network returns. */
  attempt?: string;
  /** No higher than a button, for rows that must not grow. */
  small?: boolean;
  /** Address of a small copy, shown instead of loading the picture. */
  preview?: string;
}

/** Shows one of several pictures as a button that opens them full screen; it loads when it comes into view. */
export function Thumbnail({ pictures, at, attempt, small = false, preview }: ThumbnailProps) {
  const [isOpen, setOpen] = useState(false);
  const picture = pictures[at];
  if (!picture) return null;
  return (
    <>
      <button
        type="button"
        aria-label={`Show ${picture.name}`}
        title={picture.name}
        onClick={() => setOpen(true)}
        className={cx(
          'relative grid shrink-0 place-content-center overflow-hidden rounded-tag border border-line-strong bg-sunken text-muted hover:border-primary',
          small ? 'size-11' : 'size-14',
        )}
      >
        {preview === undefined ? (
          <Drawing key={`${picture.id} ${attempt ?? ''}`} load={picture.load} />
        ) : (
          <img src={preview} alt="" className="size-full object-cover" />
        )}
      </button>
      {isOpen && (
        <Suspense>
          <PictureViewer pictures={pictures} first={at} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Draws a picture into a canvas once it is in view: a list of full-size photos would exhaust a tablet's memory. */
function Drawing({ load }: Pick<Picture, 'load'>) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [state, setState] = useState<'waiting' | 'drawn' | 'failed'>('waiting');
  const show = useEffectEvent(async (place: HTMLCanvasElement) => drawMiddle(place, await load()));
  useEffect(() => {
    const place = canvas.current;
    if (!place) return undefined;
    let isCurrent = true;
    const watch = new IntersectionObserver((seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      watch.disconnect();
      show(place).then(
        () => isCurrent && setState('drawn'),
        () => isCurrent && setState('failed'),
      );
    });
    watch.observe(place);
    return () => {
      isCurrent = false;
      watch.disconnect();
    };
  }, []);
  return (
    <>
      <Icon name={state === 'failed' ? 'eye-off' : 'camera'} />
      <canvas
        ref={canvas}
        width={sidePx}
        height={sidePx}
        aria-hidden="true"
        className={cx('absolute inset-0 size-full', state !== 'drawn' && 'opacity-0')}
      />
    </>
  );
}
