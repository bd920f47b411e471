import { useLocation } from 'react-router-dom';
import { decoded } from '#contract/rules/qr-link.ts';

/**
 * The serial number in the address of this page; empty where it has none. The router's own parameter is decoded twice,
 * which makes `A/B` of the serial `A%2FB`.
 */
export function useSerialOfPage(): string {
  const [, , written = ''] = useLocation().pathname.split('/');
  return decoded(written);
}
