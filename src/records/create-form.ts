/** A create form: what to do with the new record, and on Cancel. */
export interface CreateFormOf<R> {
  onSaved: (record: R) => unknown;
  cancelTo?: string;
  onCancel?: () => void;
}

/** A create form in a dialog: `onCreated` receives the record and closes the dialog. */
export interface CreateDialogOf<R> {
  onCreated: (record: R) => void;
  onClose: () => void;
}
