import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type DefaultValues, type FieldValues, FormProvider, type Path, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { Alert } from '#ui/ui/alert.tsx';
import { Button, ButtonLink } from '#ui/ui/button.tsx';
import { useDirtyForm } from './dirty-forms.ts';
import { errorWords, fieldErrors } from './engine.ts';
import { useFormDraft } from './use-form-draft.ts';

interface RecordFormProps<Input extends FieldValues, Output> {
  /** The contract's body schema: its sentences are the field errors. */
  schema: z.ZodMiniType<Output, Input>;
  defaults: DefaultValues<Input>;
  /** Where unsaved text waits; passwords are never part of it. */
  draftKey: string;
  /** Sends the record; throws what the server refuses. */
  onSubmit: (record: Output) => Promise<unknown>;
  submitLabel?: string;
  /** Where Cancel leads; without it there is no Cancel. */
  cancelTo?: string;
  /** Makes the banner's sentence from the server's message. */
  refused?: (message: string) => string;
  /** The button waits for a valid form (documents: "Submit disabled while invalid"). */
  disabledWhileInvalid?: boolean;
  /** Said above the form when it is submitted invalid. */
  invalidText?: string;
  children: ReactNode;
}

function asTheServerSays(message: string): string {
  return message;
}

/** A form over one schema of the contract: errors after touch, the server's field errors in place, typed text kept until it is saved. */
export function RecordForm<Input extends FieldValues, Output>({
  schema,
  defaults,
  draftKey,
  onSubmit,
  submitLabel = 'Save',
  cancelTo,
  refused = asTheServerSays,
  disabledWhileInvalid = false,
  invalidText,
  children,
}: RecordFormProps<Input, Output>) {
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues: defaults,
    mode: 'onTouched',
  });
  const draft = useFormDraft(form, draftKey, defaults);
  const [banner, setBanner] = useState<string | null>(null);
  const { isDirty, isSubmitting, isValid } = form.formState;
  useDirtyForm(isDirty);

  const send = async (record: Output) => {
    setBanner(null);
    try {
      await onSubmit(record);
      await draft.settle();
    } catch (error) {
      const errors = Object.entries(fieldErrors(error));
      for (const [name, [message]] of errors) form.setError(name as Path<Input>, { message: message ?? '' });
      const [first] = errors;
      if (first) form.setFocus(first[0] as Path<Input>);
      setBanner(refused(errorWords(error, 'Server error')));
    }
  };
  const submit = (event: FormEvent) => void form.handleSubmit(send, () => setBanner(invalidText ?? null))(event);

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit} className="space-y-5">
        {draft.restored && isDirty && (
          <Alert
            tone="info"
            action={
              <Button
                onClick={() => {
                  form.reset(defaults);
                  void draft.settle();
                }}
              >
                Start again
              </Button>
            }
          >
            What you typed before is still here.
          </Alert>
        )}
        {banner !== null && <Alert tone="danger">{banner}</Alert>}
        {children}
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
          {cancelTo !== undefined && <ButtonLink to={cancelTo}>Cancel</ButtonLink>}
          <Button type="submit" variant="primary" busy={isSubmitting} disabled={disabledWhileInvalid && !isValid}>
            {submitLabel}
          </Button>
        </div>
      </form>
    </FormProvider>
  );
}
