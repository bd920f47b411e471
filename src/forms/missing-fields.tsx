import { type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import { get, useFormContext, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { sameValue } from '#ui/platform/same-value.ts';
import { controlOf, leadTo } from '#ui/ui/field-of-form.ts';
import { useHeld } from '#ui/ui/press.ts';

interface MissingFieldsProps {
  id: string;
  schema: z.ZodMiniType;
  className?: string;
}

/** A field that prevents saving, by its name on screen. */
interface WrongField {
  name: string;
  label: string;
  isEmpty: boolean;
}

/** Returns true for values that a form counts as "not filled in". */
export function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

function labelOf(form: HTMLFormElement, control: HTMLElement | null): string | undefined {
  if (!control?.id) return undefined;
  return form.querySelector(`label[for="${CSS.escape(control.id)}"]`)?.textContent ?? undefined;
}

/** Lists the fields that prevent saving; each links to its field. */
export function MissingFields({ id, schema, className }: MissingFieldsProps) {
  const place = useRef<HTMLDivElement>(null);
  const { control, formState } = useFormContext();
  const values: Readonly<Record<string, unknown>> = useWatch({ control });
  const { errors } = formState;
  const sentences = useMemo(() => {
    const issues = schema.safeParse(values).error?.issues ?? [];
    const found = issues.map(({ path, message }) => ({ path: path.map(String), message }));
    for (const [name, error] of Object.entries(errors)) {
      if (found.some(({ path }) => path[0] === name)) continue;
      found.push({ path: [name], message: typeof error?.message === 'string' ? error.message : name });
    }
    return found;
  }, [schema, values, errors]);
  const [latest, setWrong] = useState<readonly WrongField[]>([]);
  const wrong = useHeld(latest);

  // Labels are read from the screen, so they are known only after it is drawn.
  useEffect(() => {
    const form = place.current?.closest('form');
    if (!form) return;
    const next: WrongField[] = [];
    for (const { path, message } of sentences) {
      const [top = ''] = path;
      // A nested value may have a control of its own.
      const inner = path.join('.');
      const name = controlOf(form, inner) ? inner : top;
      if (next.some((each) => each.name === name)) continue;
      next.push({
        name,
        label: labelOf(form, controlOf(form, name)) ?? message,
        isEmpty: isEmpty(get(values, name)),
      });
    }
    setWrong((known) => (sameValue(known, next) ? known : next));
  }, [sentences, values]);

  const lead = (event: MouseEvent, name: string) => {
    event.preventDefault();
    const form = place.current?.closest('form');
    leadTo(form && controlOf(form, name));
  };
  const line = (words: string, fields: readonly WrongField[]) =>
    fields.length > 0 && (
      <p>
        {words}{' '}
        {fields.map(({ name, label }) => (
          <a
            key={name}
            href={`#${name}`}
            onClick={(event) => lead(event, name)}
            className="mr-3 inline-flex min-h-target items-center font-semibold text-primary-ink underline underline-offset-4"
          >
            {label}
          </a>
        ))}
      </p>
    );
  return (
    <div id={id} ref={place} className={className}>
      {line(
        'Still missing:',
        wrong.filter((field) => field.isEmpty),
      )}
      {line(
        'To correct:',
        wrong.filter((field) => !field.isEmpty),
      )}
    </div>
  );
}
