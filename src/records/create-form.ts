/** A create form: what happens with the record, and how the user leaves without one. */
export interface CreateFormOf<R> {
  onSaved: (record: R) => unknown;
  cancelTo?: string;
  onCancel?: () => void;
}

/** A create form in a dialog: `onCreated` takes the record and closes the dialog. */
export interface CreateDialogOf<R> {
  onCreated: (record: R) => void;
  onClose: () => void;
}
