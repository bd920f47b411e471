import { useCallback, useEffect, useRef } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import { sameValue } from '#ui/platform/same-value.ts';
import { useDraft } from './use-draft.ts';

/** Removes absent values and those that must never be stored on a tablet. */
function withoutSecrets(values: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const kept = Object.entries(values).filter(([name, value]) => value !== undefined && !/password|^pin$/i.test(name));
  return Object.fromEntries(kept);
}

/**
 * The draft's key for the values that the form opened with. Earlier releases treat it as an unknown field and ignore
 * it.
 */
const openedWith = '~openedWith';

type Values = Readonly<Record<string, unknown>>;

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null;
}

/**
 * Returns the draft of an edit: the typed values, and those it started from, so that other people's changes can be told
 * apart.
 */
function draftOf(typed: Values, first: Values | undefined): Record<string, unknown> {
  return first?.['revision'] === undefined ? { ...typed } : { ...typed, [openedWith]: withoutSecrets(first) };
}

/** Stores a form's unsaved text under `key` and restores it; never stores passwords or PINs. */
export function useFormDraft<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  key: string,
  defaults: DefaultValues<Input>,
) {
  const draft = useDraft<Record<string, unknown>>(key, {});
  const opened = useRef(false);
  /** The values last stored, saved or discarded; the form's own events about them are ignored. */
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
        // The record may have changed meanwhile: the form continues from what its author saw.
        if (isValues(began)) form.reset({ ...defaults, ...began }, { keepValues: true });
        // Not `keepDirtyValues`: the form would not validate again, and Save would stay disabled.
        form.reset(kept, { keepDefaultValues: true });
      }
      // Reads the form directly: its change event comes after a render, which may be too late.
      const typed = withoutSecrets(form.getValues());
      if (!sameValue(typed, withoutSecrets(form.formState.defaultValues))) keep(typed);
    }
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) });
  }, [draft.ready, draft.restored, draft.value, defaults, form, setValue]);

  /** Ends the draft once the record is saved or discarded. */
  const settle = useCallback(async () => {
    opened.current = true;
    known.current = withoutSecrets(form.getValues());
    await discard();
  }, [form, discard]);

  /** Returns unsaved input in the draft's form; null if there is none. */
  const typed = useCallback(() => {
    const values = withoutSecrets(form.getValues());
    const first = form.formState.defaultValues;
    return sameValue(values, withoutSecrets(first)) ? null : draftOf(values, first);
  }, [form]);

  return { restored: draft.restored, state: draft.state, settle, typed };
}
