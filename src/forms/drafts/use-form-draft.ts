import { useCallback, useEffect, useRef } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import { sameValue } from '#ui/platform/same-value.ts';
import { useDraft } from './use-draft.ts';

/** Leaves out what must never be stored on a tablet, and absent values. */
function withoutSecrets(values: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const kept = Object.entries(values).filter(([name, value]) => value !== undefined && !/password/i.test(name));
  return Object.fromEntries(kept);
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
      setValue(next);
    };
    if (!opened.current) {
      opened.current = true;
      if (draft.restored) {
        const first: Readonly<Record<string, unknown>> = form.formState.defaultValues ?? {};
        const newer = Object.entries(form.getValues()).filter(([name, value]) => !sameValue(value, first[name]));
        const kept = { ...defaults, ...draft.value, ...Object.fromEntries(newer) } as DefaultValues<Input>;
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
    return sameValue(values, withoutSecrets(form.formState.defaultValues)) ? null : values;
  }, [form]);

  return { restored: draft.restored, settle, typed };
}
