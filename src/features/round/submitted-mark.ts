import { useLocation, useNavigate } from 'react-router-dom';

const mark = { isSubmitted: true };

/**
 * Returns whether the current entry of the browser's history is marked as a submitted round, and a function that marks
 * it. The mark outlives the screen, which the lock removes.
 */
export function useSubmittedMark(): [isMarked: boolean, markSubmitted: () => void] {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const isMarked = (state as Partial<typeof mark> | null)?.isSubmitted === true;
  return [isMarked, () => void navigate(pathname + search, { replace: true, state: mark })];
}
