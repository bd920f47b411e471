import { useLocation, useNavigate } from 'react-router-dom';
import { withQuery } from '#ui/paths.ts';

/** A link back to one row of a round. */
export interface RowAddress {
  /** Opens the round at the row. */
  path: string;
  /** Called when the user follows a link in the row, so that the browser's Back leads to the row. */
  keep: () => void;
}

/** Returns the address that opens the current round at the row of a serial number. */
export function useRowAddress(serialNumber: string): RowAddress {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const path = withQuery(pathname, { ...Object.fromEntries(new URLSearchParams(search)), serial: serialNumber });
  return { path, keep: () => void navigate(path, { replace: true }) };
}
