import type { CallSpec } from '#contract/define.ts';
import { retryClass } from '#contract/errors.ts';
import { type CallName, calls } from '#contract/index.ts';
import { readRevision } from '#contract/revision.ts';
import { merge } from '#contract/rules/merge/merge.ts';
import { type EditedKind, recordShapes } from '#contract/rules/merge/records.ts';
import type { Leaf } from '#contract/rules/merge/shape.ts';
import { CallError } from '#sync/types.ts';
import { mergeInto } from '#ui/forms/online/conflict-notice.tsx';
import { isOwnSave, presentRecord } from '#ui/forms/online/conflict.ts';
import { covers, type Fields, flat } from '#tests/support/edited-leaves.ts';
import type { BareSample, World } from '#tests/security/world.ts';
import { asForm, editedCalls } from './edited-kinds.ts';
import type { Seeded } from './seeded.ts';

type Record_ = Fields & { revision: string };

/** The accounts that edit: a hospital's office, and the Admin for the hospital itself. */
export type Editor = 'office' | 'admin';

/** A call of a desk's app. Throws: CallError, as the engine does. */
export type DeskCall = (who: Editor, name: CallName, sample: BareSample, key: string) => Promise<Fields>;

/** A desk with a browser. */
export interface Desk {
  name: string;
  /** It runs an app that sends the whole form after a conflict. */
  isOldApp?: boolean;
  call: DeskCall;
}

/** A form that a person has open. What was decided after a conflict is its new start. */
interface OpenForm {
  opened: Record_;
  mine: Fields;
  /** The revision that goes with the next save. */
  revision: string;
  /** Leaves that both have changed, as an old app leaves them to its user. */
  asked: readonly Leaf[];
  /** A save without an answer. */
  last?: { said: string; key: string; before: readonly unknown[] };
  isSending?: boolean;
}

/** A save as it was sent. */
interface Press extends Pick<OpenForm, 'opened' | 'mine' | 'revision' | 'asked'> {
  kind: EditedKind;
  by: Desk;
}

interface Edited {
  id: string;
  /** The record before the first save of a desk. */
  first: Record_;
}

/** Counts of a kind in a run. */
export interface EditCounts {
  saved: number;
  merged: number;
  asked: number;
}

/** The edits of a run. */
export interface Edits {
  /** Somebody opens a form, changes it, or saves it. */
  act(): Promise<void>;
  /**
   * Returns what is wrong in the accepted saves (the answers of the server by their keys): each has to follow from the
   * record that stood there before it, and together they lead to the present record. `isForgetful` if a backup was
   * restored.
   */
  check(accepted: ReadonlyMap<string, unknown>, isForgetful: boolean): Promise<string[]>;
  counts: ReadonlyMap<EditedKind, EditCounts>;
}

/** Most attempts of one press, as in the app's forms. */
const mostAttempts = 6;

/**
 * Makes a record of each kind, which desks then edit at the same time with the merge of the app's own forms; each call
 * may fail, and a save without an answer is repeated under its key.
 */
export async function startEdits(
  kinds: readonly EditedKind[],
  { world, random, desks, call }: { world: World; random: Seeded; desks: readonly Desk[]; call: DeskCall },
): Promise<Edits> {
  const records = new Map<EditedKind, Edited>();
  const forms = new Map<string, OpenForm>();
  const presses = new Map<string, Press>();
  const counts = new Map<EditedKind, EditCounts>(kinds.map((kind) => [kind, { saved: 0, merged: 0, asked: 0 }]));
  const wrong: string[] = [];
  let words = 0;
  const word = () => `${world.word()}-${(words += 1)}`;
  const editorOf = (kind: EditedKind): Editor => (kind === 'hospital' ? 'admin' : 'office');
  const paramsOf = (id: string) => (id === '' ? {} : { params: { id } });

  async function present(kind: EditedKind, by: DeskCall): Promise<Record_> {
    const { read, recordIn = (answer: unknown) => answer as Fields } = editedCalls[kind];
    const id = records.get(kind)?.id ?? '';
    const answer = await by(editorOf(kind), read, read === 'roundTemplates' ? {} : paramsOf(id), random.uuid());
    return recordIn(answer, id) as Record_;
  }

  for (const kind of kinds) {
    const { make, update, acts } = editedCalls[kind];
    const id = make === undefined ? '' : await world.made(make);
    records.set(kind, { id, first: {} as Record_ });
    // The server knows the states that a write has answered; of others an old app reverts what it did not change (decision 387).
    const made = await present(kind, call);
    await call(
      editorOf(kind),
      update,
      { ...paramsOf(id), body: { ...acts[0]?.(made, random, word()) } },
      random.uuid(),
    );
    records.set(kind, { id, first: await present(kind, call) });
  }

  /**
   * Compares a form's values after a merge with what one side opened and typed, and with what the other side has made
   * of it.
   */
  function compare(
    { kind, by, opened, mine, asked }: Omit<Press, 'revision'>,
    theirs: Fields,
    after: Fields,
    where: string,
  ): string[] {
    const [was, my, their] = [opened, mine, theirs].map((record) => flat(formOf(kind, record))) as [
      Map<string, string>,
      Map<string, string>,
      Map<string, string>,
    ];
    const now = flat(after);
    return [...new Set([...was.keys(), ...my.keys(), ...their.keys(), ...now.keys()])].flatMap((place) => {
      const [b, m, t, n] = [was, my, their, now].map((leaves) => leaves.get(place));
      const wanted = asked.some((leaf) => covers(leaf, place)) ? [m, t] : [m === b ? t : m];
      if (wanted.includes(n)) return [];
      return [`${kind} ${place} is ${n} ${where} by ${by.name}: opened ${b}, typed ${m}, there ${t}`];
    });
  }

  /** Continues a form after a conflict; false if what was merged cannot be saved and its author gives up. */
  function meet(by: Desk, kind: EditedKind, form: OpenForm, error: CallError, unanswered: readonly unknown[]): boolean {
    const met = presentRecord(error);
    if (!met) throw error;
    const shape = recordShapes[kind];
    const theirs = asForm(met.current) as Record_;
    if (by.isOldApp) {
      // "Keep mine" of an earlier release: the whole form, under the revision that it was given.
      form.asked = [...form.asked, ...merge(shape, { base: form.opened, theirs, mine: form.mine }).clashes];
      form.revision = (error.problem?.context?.['current'] as Record_ | undefined)?.revision ?? '';
      return true;
    }
    form.revision = theirs.revision;
    if (unanswered.some((sent) => isOwnSave(shape, formOf(kind, theirs), formOf(kind, sent as Fields)))) {
      form.opened = theirs;
      return true;
    }
    const count = counts.get(kind)!;
    count.merged += 1;
    const editor = { opened: () => form.opened, values: () => form.mine } as unknown as Parameters<typeof mergeInto>[0];
    const both = { theirs, began: met.opened && asForm(met.opened) };
    const merged = mergeInto(editor, both, { shape, labels: {} }, () => random.pick(['theirs', 'mine'] as const));
    count.asked += merged.clashes.length;
    const { opened, mine } = form;
    const after = mergedForm(kind, merged.value);
    wrong.push(...compare({ kind, by, opened, mine, asked: merged.clashes }, theirs, after, 'in a form merged'));
    form.opened = theirs;
    form.mine = merged.value;
    return bodyOf(editedCalls[kind].update).safeParse(merged.value).success;
  }

  /** Sends a form as `useIdempotencyKey` does; false while its outcome is unknown. */
  async function save(by: Desk, kind: EditedKind, form: OpenForm): Promise<boolean> {
    const params = paramsOf(records.get(kind)?.id ?? '');
    let earlier: readonly unknown[] = [];
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      const { opened, mine, revision, asked, last } = form;
      const body = { ...mine, revision };
      const said = JSON.stringify(body);
      const unanswered = last ? [...last.before, JSON.parse(last.said) as unknown] : earlier;
      const sent = last?.said === said ? last : { said, key: random.uuid(), before: unanswered };
      form.last = sent;
      presses.set(sent.key, { kind, by, opened, mine, revision, asked });
      try {
        await by.call(editorOf(kind), editedCalls[kind].update, { ...params, body }, sent.key);
        counts.get(kind)!.saved += 1;
        return true;
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        const { problem } = error;
        if (problem === null || retryClass(problem.status, problem.code) !== 'never') return false;
        delete form.last;
        earlier = unanswered;
        if (!meet(by, kind, form, error, unanswered)) return true;
      }
    }
    return true;
  }

  return {
    counts,
    async act() {
      const by = random.pick(desks);
      const kind = random.pick(kinds);
      const place = `${by.name} ${kind}`;
      const form = forms.get(place);
      if (!form) {
        const opened = await present(kind, by.call).catch((error: unknown) => {
          if (error instanceof CallError) return undefined;
          throw error;
        });
        if (opened && !forms.has(place)) {
          forms.set(place, { opened, mine: opened, revision: opened.revision, asked: [] });
        }
      } else if (form.isSending === true) return;
      else if (form.mine === form.opened || (form.last === undefined && random.chance(0.4)) || random.chance(0.1)) {
        form.mine = random.pick(editedCalls[kind].acts)(form.mine, random, word());
      } else {
        form.isSending = true;
        const isOver = await save(by, kind, form).finally(() => {
          form.isSending = false;
        });
        if (isOver) forms.delete(place);
      }
    },
    async check(accepted, isForgetful) {
      const found = [...wrong];
      for (const [kind, { first }] of records) {
        const saves = [...presses].flatMap(([key, press]) =>
          press.kind === kind && accepted.has(key) ? [{ press, after: asForm(accepted.get(key) as Fields) }] : [],
        );
        const states = new Map(
          [first, ...saves.map(({ after }) => after as Record_)].map((one) => [one.revision, one]),
        );
        /**
         * Saves into a state less those out of it: a record has one history, from the first state to the present one.
         */
        const ends = new Map<string, number>([[first.revision, 1]]);
        const add = (revision: string, by: number) => ends.set(revision, (ends.get(revision) ?? 0) + by);
        for (const { press, after } of saves) {
          const before = readRevision(press.revision).present;
          add(before, -1);
          add((after as Record_).revision, 1);
          const theirs = states.get(before);
          if (!theirs) found.push(`${kind}: ${press.by.name} saved over a state that no save has made`);
          // A restored server no longer knows what an old app had opened.
          else if (!isForgetful || press.by.isOldApp !== true) {
            found.push(...compare(press, asForm(theirs), formOf(kind, after), 'as saved'));
          }
        }
        add((await present(kind, call)).revision, -1);
        for (const [revision, count] of ends) {
          if (count !== 0) found.push(`${kind}: state ${revision} was ${count < 0 ? 'overwritten twice' : 'lost'}`);
        }
      }
      return found;
    },
  };
}

/** The values of a record that its form edits. Throws: if they are invalid, as a saved record must not be. */
function formOf(kind: EditedKind, record: Fields): Fields {
  const { revision: _revision, ...values } = bodyOf(editedCalls[kind].update).parse(record) as Fields;
  return values;
}

/**
 * The values of a form after a merge. They may be invalid, as when two desks remove each other's last days of a shift:
 * the form then says so, and nothing is saved.
 */
function mergedForm(kind: EditedKind, form: Fields): Fields {
  if (bodyOf(editedCalls[kind].update).safeParse(form).success) return formOf(kind, form);
  const { revision: _revision, ...values } = form;
  return values;
}

function bodyOf(name: CallName): NonNullable<CallSpec['body']> {
  const { body }: CallSpec = calls[name];
  if (!body) throw new Error(`${name} has no body.`);
  return body;
}
