import { useNavigate } from 'react-router-dom';
import { useKeptAddress } from './kept-queries.ts';

/** A record that a form has just made, for the list that it returns to. */
export interface Made {
  /** Its key among the rows of that list. */
  id: string;
  /** A text by which a search of the list finds it. */
  name: string;
  /** All records that it has made, if it makes several. */
  all?: readonly { id: string; name: string }[];
}

/** Goes to a list as the user left it, in place of a form that is done: Back leads behind the form. Source: docs/product.md P174. */
export function useReturnTo(): (path: string, made?: Made) => Promise<void> {
  const navigate = useNavigate();
  const addressOf = useKeptAddress();
  return async (path, made) =>
    navigate(addressOf(path), {
      replace: true,
      state: made && { made: { id: made.id, name: made.name, ...(made.all && { all: made.all }) } },
    });
}
