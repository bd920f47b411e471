import { useId, useState } from 'react';
import { type DefaultValues, type FieldValues, useWatch } from 'react-hook-form';
import { type Choice, merge, type Merged, unknownBase } from '#contract/rules/merge/merge.ts';
import { type Leaf, leafKey, type Shape } from '#contract/rules/merge/shape.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import type { FormEditor } from '../record-form.tsx';
import { type Values, withoutRevision } from './conflict.ts';
import { type FieldWords, keptWords, leafLabel, leafText } from './leaf-words.ts';

/** How two edits are compared, and how the screen words the values. */
export interface EditedFields extends FieldWords {
  shape: Shape;
}

/** The current record as form values, and the one that the edit started from, if the server knows it. */
export interface Present {
  theirs: Values;
  began: Values | undefined;
}

/** Merges both edits, based on the form's current values. */
export function mergeInto<Input extends FieldValues>(
  { opened, values }: FormEditor<Input>,
  { theirs, began }: Present,
  { shape }: EditedFields,
  choose?: (leaf: Leaf) => Choice,
): Merged & { value: DefaultValues<Input> } {
  const base = opened() ?? began;
  const versions = {
    base: base === undefined ? unknownBase : withoutRevision(base),
    theirs: withoutRevision(theirs),
    mine: withoutRevision(values()),
  };
  const merged = merge(shape, versions, choose);
  // The shape provides the field names; the schema validates their values.
  const value = { ...(merged.value as Values), revision: theirs['revision'] } as DefaultValues<Input>;
  return { ...merged, value };
}

interface ConflictNoticeProps<Input extends FieldValues> {
  present: Present;
  fields: EditedFields;
  editor: FormEditor<Input>;
  /** Why the merged edits cannot be saved. */
  problems: readonly string[];
  /** Continues from the current record with both edits merged; the form is then submitted. */
  onDecided: (merged: Merged & { value: DefaultValues<Input> }) => void;
  onUseTheirs: () => void;
}

/** Shows where another user's change conflicts with this edit, and asks which value to keep; nothing typed is lost. */
export function ConflictNotice<Input extends FieldValues>(props: ConflictNoticeProps<Input>) {
  const { present, fields, editor, problems, onDecided, onUseTheirs } = props;
  // Renders again on each change of the form.
  useWatch();
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map());
  const [isAsked, setAsked] = useState(false);
  const merged = mergeInto(editor, present, fields, (leaf) => choices.get(leafKey(leaf)) ?? 'mine');
  const { clashes, taken } = merged;
  const isOpen = clashes.some((leaf) => !choices.has(leafKey(leaf)));
  return (
    <Alert
      tone="danger"
      title="Somebody else changed this record in the meantime."
      action={
        <>
          <Button
            type="submit"
            variant="primary"
            onClick={(event) => {
              if (!isOpen) return onDecided(merged);
              event.preventDefault();
              return setAsked(true);
            }}
          >
            Save both changes
          </Button>
          <Button onClick={onUseTheirs}>Discard my changes</Button>
        </>
      }
    >
      {clashes.length > 0 && (
        <>
          <p>
            {(editor.opened() ?? present.began) === undefined
              ? 'Your input was stored by an earlier version of this app, without the original values. Please choose wherever it differs from the record.'
              : 'You both changed these values. Please choose.'}
          </p>
          {clashes.map((leaf) => (
            <Decision
              key={leafKey(leaf)}
              leaf={leaf}
              fields={fields}
              choice={choices.get(leafKey(leaf))}
              isMissing={isAsked}
              onChoose={(choice) => setChoices(new Map([...choices, [leafKey(leaf), choice]]))}
            />
          ))}
        </>
      )}
      {problems.length > 0 && (
        <>
          <p>Both changes together cannot be saved. Please correct the form, or discard your changes.</p>
          <ul className="list-disc pl-5">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </>
      )}
      {taken.length > 0 && (
        <p className="mt-2 wrap-anywhere">{keptWords(taken, fields).replaceAll('was kept', 'is kept')}</p>
      )}
      {clashes.length + problems.length + taken.length === 0 && <p>Your changes and theirs do not conflict.</p>}
    </Alert>
  );
}

interface DecisionProps {
  leaf: Leaf;
  fields: EditedFields;
  choice: Choice | undefined;
  /** The form was submitted without this choice. */
  isMissing: boolean;
  onChoose: (choice: Choice) => void;
}

const sides = { theirs: 'Theirs', mine: 'Mine' } as const;

/** Asks about one value that both users changed. */
function Decision({ leaf, fields, choice, isMissing, onChoose }: DecisionProps) {
  const name = useId();
  return (
    <fieldset className="mt-3 min-w-0" {...(isMissing && choice === undefined && { 'aria-invalid': true })}>
      <legend className="font-semibold wrap-anywhere">{leafLabel(leaf, fields)}</legend>
      {leaf.part === 'value' && leaf.base !== undefined && (
        <p className="text-sm text-muted wrap-anywhere">Was: {leafText(leaf, 'base', fields)}</p>
      )}
      <div className="mt-1 grid gap-2 sm:grid-cols-2">
        {(['theirs', 'mine'] as const).map((side) => (
          <label
            key={side}
            className="flex min-h-target cursor-pointer items-start gap-3 rounded-control border border-line-strong bg-surface px-3 py-2 has-checked:border-primary has-focus-visible:outline-3 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              checked={choice === side}
              onChange={() => onChoose(side)}
              className="mt-1 size-5 shrink-0 accent-primary"
            />
            <span className="min-w-0 wrap-anywhere">
              {sides[side]}: {leafText(leaf, side, fields)}
            </span>
          </label>
        ))}
      </div>
      {isMissing && choice === undefined && <p className="mt-1 text-sm font-medium text-danger">Please choose one.</p>}
    </fieldset>
  );
}
