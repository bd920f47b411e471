import { useLocation } from 'react-router-dom';
import { decoded } from '#contract/rules/qr-link.ts';

/**
 * Returns the serial number in this page's address; empty if there is none. The router decodes its own parameter twice,
 * which would turn the serial number `A%2FB` into `A/B`.
 */
export function useSerialOfPage(): string {
  const [, , written = ''] = useLocation().pathname.split('/');
  return decoded(written);
}
