import type { QrShape } from './draw-qr.ts';

interface QrCodeProps {
  shape: QrShape;
  /** Accessible name. */
  label: string;
  className?: string;
}

/** Draws a QR code, black on white in every theme, sharp at every size. */
export function QrCode({ shape: { side, path }, label, className }: QrCodeProps) {
  return (
    <svg
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      {...{ role: 'img', 'aria-label': label }}
      {...(className && { className })}
    >
      <path fill="#fff" d={`M0 0h${side}v${side}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}
