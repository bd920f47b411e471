import { useCallback, useEffect, useRef } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import { sameValue } from '#ui/platform/same-value.ts';
import { useDraft } from './use-draft.ts';

/** Leaves out what must never be stored on a tablet, and absent values. */
function withoutSecrets(values: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const kept = Object.entries(values).filter(([name, value]) => value !== undefined && !/password/i.test(name));
  return Object.fromEntries(kept);
}

/** Where a draft keeps the values that its form was opened with. Earlier releases take it for a field, and ignore it. */
const openedWith = '~openedWith';

type Values = Readonly<Record<string, unknown>>;

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null;
}

/** What is kept of an edit: what was typed, and what it began from, so that a change by others can be told from it. */
function draftOf(typed: Values, first: Values | undefined): Record<string, unknown> {
  return first?.['revision'] === undefined ? { ...typed } : { ...typed, [openedWith]: withoutSecrets(first) };
}

/** Keeps a form's unsaved text under `key` and brings it back; passwords are never part of it. */
export function useFormDraft<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  key: string,
  defaults: DefaultValues<Input>,
) {
  const draft = useDraft<Record<string, unknown>>(key, {});
  const opened = useRef(false);
  /** What was last kept, saved or discarded: the form's own events about it are ignored. */
  const known = useRef<unknown>(null);
  const { setValue, discard } = draft;

  useEffect(() => {
    if (!draft.ready) return undefined;
    const keep = (values: Readonly<Record<string, unknown>>) => {
      const next = withoutSecrets(values);
      if (sameValue(next, known.current)) return;
      known.current = next;
      setValue(draftOf(next, form.formState.defaultValues));
    };
    if (!opened.current) {
      opened.current = true;
      if (draft.restored) {
        const first: Values = form.formState.defaultValues ?? {};
        const newer = Object.entries(form.getValues()).filter(([name, value]) => !sameValue(value, first[name]));
        const { [openedWith]: began, ...typed } = draft.value;
        const kept = { ...defaults, ...typed, ...Object.fromEntries(newer) } as DefaultValues<Input>;
        // The record may have changed since: the form goes on from what its author saw.
        if (isValues(began)) form.reset({ ...defaults, ...began }, { keepValues: true });
        // Not `keepDirtyValues`: with it the form would not validate again, and Save would stay disabled.
        form.reset(kept, { keepDefaultValues: true });
      }
      // What was just typed may not have been rendered yet: the form's own event comes too late.
      const typed = withoutSecrets(form.getValues());
      if (!sameValue(typed, withoutSecrets(form.formState.defaultValues))) keep(typed);
    }
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) });
  }, [draft.ready, draft.restored, draft.value, defaults, form, setValue]);

  /** The record is saved or discarded: the draft ends. */
  const settle = useCallback(async () => {
    opened.current = true;
    known.current = withoutSecrets(form.getValues());
    await discard();
  }, [form, discard]);

  /** What was typed and is not saved, as the draft keeps it; null when nothing was. */
  const typed = useCallback(() => {
    const values = withoutSecrets(form.getValues());
    const first = form.formState.defaultValues;
    return sameValue(values, withoutSecrets(first)) ? null : draftOf(values, first);
  }, [form]);

  return { restored: draft.restored, state: draft.state, settle, typed };
}
