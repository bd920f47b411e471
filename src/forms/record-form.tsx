import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, FormProvider, type Path, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { Alert } from '#ui/ui/alert.tsx';
import { Button, ButtonLink } from '#ui/ui/button.tsx';
import { leadToFirst } from '#ui/ui/field-of-form.ts';
import { Form } from '#ui/ui/form.tsx';
import { InView } from '#ui/ui/in-view.tsx';
import { useKeptAddress } from '#ui/ui/kept-queries.ts';
import { useDirtyForm } from './drafts/dirty-forms.ts';
import { errorWords, fieldErrors } from '#ui/engine/engine.ts';
import { DraftNotice } from './drafts/draft-notice.tsx';
import { useCancelDraft } from './drafts/use-cancel-draft.ts';
import { useFormDraft } from './drafts/use-form-draft.ts';
import { isEmpty, MissingFields } from './missing-fields.tsx';

/** What the form's owner can do with it during a request or after a refusal. */
export interface FormEditor<Input extends FieldValues> {
  /**
   * Returns the values that the form opened with; undefined for a draft from an earlier release, which did not store
   * them.
   */
  opened: () => DefaultValues<Input> | undefined;
  values: () => Input;
  /** Shows values as if the form had been opened with them, and ends the draft. */
  startFrom: (values: DefaultValues<Input>) => void;
  /** Shows `values` as if the form had been opened with `opened` and then filled in; the draft continues. */
  continueFrom: (opened: DefaultValues<Input>, values: DefaultValues<Input>) => void;
  /** False if this tablet could not store what was typed. */
  isKept: boolean;
}

interface RecordFormProps<Input extends FieldValues, Output> {
  /** The contract's body schema; its messages are the field errors. */
  schema: z.ZodMiniType<Output, Input>;
  defaults: DefaultValues<Input>;
  /** The key under which unsaved text is stored; never includes passwords. */
  draftKey: string;
  /** Sends the record; throws the server's refusal. */
  onSubmit: (record: Output, editor: FormEditor<Input>) => Promise<unknown>;
  submitLabel?: string;
  /** Where Cancel leads (back to the list as it was), or what it does; without either there is no Cancel button. */
  cancelTo?: string | undefined;
  onCancel?: (() => void) | undefined;
  /** Builds the banner from the server's message. */
  refused?: ((message: string) => string) | undefined;
  /** Shown above the server's reason: the documents' own sentence for a failure. */
  failedText?: string | undefined;
  /** Shown if the server gives no reason. */
  otherwise?: string | undefined;
  /** Renders a refusal that needs more than a sentence; returns null for all others. */
  refusal?: ((error: unknown, editor: FormEditor<Input>) => ReactNode) | undefined;
  /** Renders what the user should know before filling in the fields. */
  notice?: ((editor: FormEditor<Input>) => ReactNode) | undefined;
  /** Disables the button until the form is valid (documents: "Submit disabled while invalid"). */
  disabledWhileInvalid?: boolean;
  /** Shown above the form when it is submitted with something missing. */
  invalidText?: string | undefined;
  children: ReactNode;
}

/** Why the last submit failed: the error thrown, or empty fields. */
type Trouble = { error: unknown } | 'missing';

/** Returns true if one of the invalid fields is empty; the others have their own message. */
function lacks(values: Readonly<Record<string, unknown>>, wrong: object): boolean {
  return Object.keys(wrong).some((name) => isEmpty(values[name]));
}

/** Returns the names of the fields with an error, nested ones as paths. */
function wrongNames(errors: object, within = ''): string[] {
  return Object.entries(errors).flatMap(([key, error]: [string, unknown]) => {
    if (typeof error !== 'object' || error === null) return [];
    const isLeaf = 'type' in error && typeof error.type === 'string';
    return isLeaf ? [within + key] : [...wrongNames(error, `${within}${key}.`), within + key];
  });
}

/**
 * Renders a form for one schema of the contract: errors after touch, the server's field errors in place, typed text
 * kept until it is saved.
 */
export function RecordForm<Input extends FieldValues, Output>({
  schema,
  defaults,
  draftKey,
  onSubmit,
  submitLabel = 'Save',
  cancelTo,
  onCancel,
  refused,
  failedText,
  refusal,
  otherwise,
  notice,
  disabledWhileInvalid = false,
  invalidText,
  children,
}: RecordFormProps<Input, Output>) {
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues: defaults,
    mode: 'onTouched',
    // It knows only the fields that registered a control: no combobox, no list.
    shouldFocusError: false,
  });
  const addressOf = useKeptAddress();
  const draft = useFormDraft(form, draftKey, defaults);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const sending = useRef(false);
  const { isDirty, isSubmitting, isValid, submitCount } = form.formState;
  useDirtyForm(isDirty);
  const forget = useCancelDraft(draftKey, draft);
  const reasonId = useId();
  const isDisabled = disabledWhileInvalid && !isValid;
  const saysWhy = isDisabled || (submitCount > 0 && !isValid);

  const editor: FormEditor<Input> = {
    opened: () => {
      const { defaultValues } = form.formState;
      const isKnown = defaultValues?.['revision'] === form.getValues()['revision'];
      return isKnown ? (defaultValues as DefaultValues<Input>) : undefined;
    },
    values: () => form.getValues(),
    startFrom: (values) => {
      form.reset(values);
      setTrouble(null);
      void draft.settle();
    },
    continueFrom: (first, values) => {
      form.reset({ ...form.formState.defaultValues, ...first }, { keepValues: true });
      form.reset(values, { keepDefaultValues: true, keepSubmitCount: true });
    },
    isKept: draft.state !== 'failed',
  };
  const send = async (record: Output, drawn: HTMLFormElement) => {
    setTrouble(null);
    try {
      await onSubmit(record, editor);
      await draft.settle();
    } catch (error) {
      const errors = Object.entries(fieldErrors(error));
      for (const [name, [message]] of errors) form.setError(name as Path<Input>, { message: message ?? '' });
      leadToFirst(
        drawn,
        errors.map(([name]) => name),
      );
      setTrouble({ error });
    }
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const drawn = event.currentTarget;
    if (sending.current) return;
    sending.current = true;
    try {
      await form.handleSubmit(
        (record) => send(record, drawn),
        (wrong) => {
          setTrouble(lacks(form.getValues(), wrong) ? 'missing' : null);
          leadToFirst(drawn, wrongNames(wrong));
        },
      )(event);
    } finally {
      sending.current = false;
    }
  };

  return (
    <FormProvider {...form}>
      <Form onSubmit={(event) => void submit(event)} className="space-y-5">
        {draft.restored && isDirty && (
          <Alert tone="info" action={<Button onClick={() => editor.startFrom(defaults)}>Start again</Button>}>
            Your earlier input has been restored.
          </Alert>
        )}
        {trouble === 'missing'
          ? invalidText !== undefined && <Alert tone="danger">{invalidText}</Alert>
          : trouble && <Refusal {...{ refused, failedText, refusal, otherwise, editor }} error={trouble.error} />}
        {notice?.(editor)}
        {children}
        <DraftNotice state={draft.state} />
        <div className="flex flex-col gap-x-5 gap-y-3 sm:flex-row sm:items-start">
          {saysWhy && <MissingFields id={reasonId} schema={schema} className="min-w-0 flex-1 text-muted" />}
          <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow sm:ml-auto sm:shrink-0">
            {cancelTo !== undefined && (
              <ButtonLink to={addressOf(cancelTo)} anchor={{ onClick: () => void forget() }}>
                Cancel
              </ButtonLink>
            )}
            {onCancel && (
              <Button
                onClick={() => {
                  void forget();
                  onCancel();
                }}
              >
                Cancel
              </Button>
            )}
            <Button
              type="submit"
              variant="primary"
              busy={isSubmitting}
              disabled={isDisabled}
              aria-describedby={saysWhy ? reasonId : undefined}
            >
              {submitLabel}
            </Button>
          </div>
        </div>
      </Form>
    </FormProvider>
  );
}

type RefusalProps<Input extends FieldValues> = Pick<
  RecordFormProps<Input, unknown>,
  'refused' | 'failedText' | 'refusal' | 'otherwise'
> & { error: unknown; editor: FormEditor<Input> };

/** Shows the banner of a refusal and scrolls it into view: on a phone the button is far below it. */
function Refusal<Input extends FieldValues>(props: RefusalProps<Input>) {
  const { error, refused, failedText, refusal, otherwise = 'Server error', editor } = props;
  const message = errorWords(error, otherwise);
  return (
    <InView>
      {refusal?.(error, editor) ?? (
        <Alert tone="danger">
          {failedText !== undefined && <p>{failedText}</p>}
          <p>{refused ? refused(message) : message}</p>
        </Alert>
      )}
    </InView>
  );
}
