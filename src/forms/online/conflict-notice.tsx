import { useFormContext, useWatch } from 'react-hook-form';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { type Clash, clashesOf } from './conflict.ts';

/** Labels of a form's fields, and the format of their values. */
export interface FieldWords {
  labels: Readonly<Record<string, string>>;
  /** Formats a value that is not plain text, such as an id; undefined falls back to the default format. */
  textOf?: ((field: string, value: unknown) => string | undefined) | undefined;
}

interface ConflictNoticeProps {
  /** The present record as values of the form. */
  theirs: Readonly<Record<string, unknown>>;
  words: FieldWords;
  onUseTheirs: () => void;
}

function plainText(value: unknown): string {
  if (Array.isArray(value)) return value.map(plainText).join(', ') || '—';
  return typeof value === 'string' || typeof value === 'number' ? String(value) || '—' : '—';
}

/** Shows what someone else changed meanwhile, and lets the user accept or overwrite it; nothing typed is lost. */
export function ConflictNotice({ theirs, words, onUseTheirs }: ConflictNoticeProps) {
  const { setValue, formState } = useFormContext();
  const mine = useWatch();
  const { defaultValues: opened } = formState;
  const base = opened?.['revision'] === mine['revision'] ? opened : undefined;
  const clashes = clashesOf(theirs, mine, base);
  const write = (field: string, value: unknown) => words.textOf?.(field, value) ?? plainText(value);
  const keepMine = () => {
    for (const { field, theirs: value, untouched } of clashes) if (untouched) setValue(field, value);
    setValue('revision', theirs['revision']);
  };
  return (
    <Alert
      tone="danger"
      title="Somebody else changed this record in the meantime."
      action={
        <>
          <Button onClick={onUseTheirs}>Use theirs</Button>
          <Button type="submit" onClick={keepMine}>
            Keep mine
          </Button>
        </>
      }
    >
      {clashes.length === 0 ? (
        <p>The record now says the same as this form.</p>
      ) : (
        <ul className="mt-2 space-y-2">
          {clashes.map((clash) => (
            <ClashLine key={clash.field} clash={clash} label={words.labels[clash.field]} write={write} />
          ))}
        </ul>
      )}
    </Alert>
  );
}

interface ClashLineProps {
  clash: Clash;
  label: string | undefined;
  write: (field: string, value: unknown) => string;
}

function ClashLine({ clash: { field, theirs, mine, untouched }, label = field, write }: ClashLineProps) {
  return (
    <li className="wrap-anywhere">
      <span className="font-semibold">{label}:</span> theirs “{write(field, theirs)}”,{' '}
      {untouched ? 'not changed by you' : `mine “${write(field, mine)}”`}
    </li>
  );
}
