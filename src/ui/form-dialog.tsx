import { createPortal } from 'react-dom';
import { Dialog, type DialogProps } from './dialog.tsx';

/**
 * Shows a dialog that holds a form outside of the form around it: browsers do not tell of a submit in a nested form and
 * load the page again.
 */
export const FormDialog = (props: DialogProps) => createPortal(<Dialog {...props} />, document.body);
