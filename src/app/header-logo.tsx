import { createPortal } from 'react-dom';
import { useHospitalLogo } from '#ui/engine/use-hospital-logo.ts';
import { useSignedIn } from '#ui/engine/engine-provider.tsx';
import { LogoPicture } from '../ui/logo-picture.tsx';
import { useHeaderPlace } from './use-header-place.ts';

/**
 * Covers the product's mark and name in the header with the hospital's logo, so that nothing moves when it loads.
 */
export function HeaderLogo() {
  const place = useHeaderPlace('home-link');
  const picture = useHospitalLogo();
  const { hospital } = useSignedIn();
  if (!place || picture === null) return null;
  return createPortal(
    <span className="absolute inset-0 flex items-center bg-brand">
      <LogoPicture picture={picture} alt={hospital?.name ?? ''} />
    </span>,
    place,
  );
}
