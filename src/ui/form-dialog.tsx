import { createPortal } from 'react-dom';
import { Dialog, type DialogProps } from './dialog.tsx';

/**
 * Renders a dialog with a form outside the surrounding form: browsers fire no submit event for a nested form and reload
 * the page.
 */
export const FormDialog = (props: DialogProps) => createPortal(<Dialog {...props} />, document.body);
