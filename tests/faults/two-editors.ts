import { randomUUID } from 'node:crypto';
import type { CallSpec } from '#contract/define.ts';
import { type CallName, calls } from '#contract/index.ts';
import { idempotencyHeader } from '#contract/calls/sync.ts';
import { merge } from '#contract/rules/merge/merge.ts';
import { type EditedKind, recordShapes } from '#contract/rules/merge/records.ts';
import type { Leaf } from '#contract/rules/merge/shape.ts';
import { CallError } from '#sync/types.ts';
import { mergeInto } from '#ui/forms/online/conflict-notice.tsx';
import { presentRecord } from '#ui/forms/online/conflict.ts';
import { covers, type Fields, flat } from '#tests/support/edited-leaves.ts';
import { type BareSample, send, type World } from '#tests/security/world.ts';
import type { TestServer } from '#tests/support/test-server.ts';
import type { Seeded } from './seeded.ts';

type Record_ = Fields & { revision: string };
type Act = (values: Fields, random: Seeded, word: string) => Fields;

/** How records of a kind are made, read and saved, and what people change in them. */
interface EditedCalls {
  make?: CallName;
  read: CallName;
  update: CallName;
  acts: readonly Act[];
  /** The record in what the call that reads it answers. */
  recordIn?: (answer: unknown, id: string) => Fields;
}

const text =
  (field: string, form: (word: string) => string = (word) => word): Act =>
  (values, _random, word) => ({ ...values, [field]: form(word) });
const number =
  (field: string, least = 1, most = 90): Act =>
  (values, random) => ({ ...values, [field]: least + random.below(most - least + 1) });
const within =
  (field: string, acts: readonly Act[]): Act =>
  (values, random, word) => ({ ...values, [field]: random.pick(acts)(values[field] as Fields, random, word) });
/** Changes the list of a field: one item, or its order. */
const list =
  (field: string, change: (items: readonly Fields[], random: Seeded, word: string) => readonly unknown[]): Act =>
  (values, random, word) => ({ ...values, [field]: change(values[field] as readonly Fields[], random, word) });
const reordered = (items: readonly Fields[], random: Seeded) => {
  const at = random.below(items.length);
  return [...items.slice(at), ...items.slice(0, at)];
};
const itemText =
  (field: string) =>
  (items: readonly Fields[], random: Seeded, word: string): readonly unknown[] => {
    const at = random.below(items.length);
    return items.map((item, place) => (place === at ? { ...item, [field]: word } : item));
  };

/** Every kind of record that a form edits. */
export const editedCalls: Readonly<Record<EditedKind, EditedCalls>> = {
  device: {
    make: 'createDevices',
    read: 'installation',
    update: 'updateDevice',
    acts: [text('location'), text('serialNumber'), number('price', 1, 9000)],
  },
  vendor: { make: 'createVendor', read: 'vendor', update: 'updateVendor', acts: [text('name'), text('location')] },
  contactPerson: {
    make: 'createContactPerson',
    read: 'contactPerson',
    update: 'updateContactPerson',
    acts: [text('name'), text('phone'), text('designation')],
  },
  department: {
    make: 'createDepartment',
    read: 'department',
    update: 'updateDepartment',
    acts: [text('name'), text('location')],
  },
  equipmentType: {
    make: 'createEquipmentType',
    read: 'equipment',
    update: 'updateEquipmentType',
    acts: [text('name'), text('description')],
  },
  make: { make: 'createMake', read: 'make', update: 'updateMake', acts: [text('name'), list('equipment', reordered)] },
  model: { make: 'createModel', read: 'model', update: 'updateModel', acts: [text('name')] },
  procedure: {
    make: 'createProcedure',
    read: 'procedure',
    update: 'updateProcedure',
    acts: [
      text('name'),
      list('steps', itemText('title')),
      list('steps', itemText('detail')),
      list('steps', reordered),
      list('steps', (items, random, word) =>
        items.length < 4
          ? [...items, { id: word, kind: 'look', title: word, detail: '' }]
          : items.toSpliced(random.below(items.length), 1),
      ),
    ],
  },
  schedule: {
    make: 'createSchedule',
    read: 'schedule',
    update: 'updateSchedule',
    acts: [text('title'), text('longerReason'), text('longerApprover'), number('windowDays', 1, 30)],
  },
  template: {
    make: 'createRoundTemplate',
    read: 'roundTemplates',
    update: 'updateRoundTemplate',
    acts: [
      text('templateName'),
      list('serials', reordered),
      (values) => ({ ...values, isOrdered: !values['isOrdered'] }),
    ],
    recordIn: (answer, id) => {
      const found = (answer as Fields[]).find(({ templateId }) => templateId === id) ?? {};
      return { ...found, serials: found['devices'] };
    },
  },
  warranty: {
    make: 'saveWarranty',
    read: 'warranty',
    update: 'updateWarranty',
    acts: [
      text('notes'),
      text('contactName'),
      text('phone'),
      within('terms', [text('exclusions'), number('responseHours'), number('repairDays'), number('noticeDays')]),
    ],
  },
  tester: {
    make: 'createTester',
    read: 'tester',
    update: 'updateTester',
    acts: [text('name'), text('serialNumber'), text('laboratory'), text('uncertainty'), text('range')],
  },
  holidays: {
    read: 'holidays',
    update: 'updateHolidays',
    acts: [
      list('days', (days, random, word) => [
        ...days.filter(({ on }) => on !== '2026-08-15'),
        ...(random.chance(0.7) ? [{ on: '2026-08-15', name: word }] : []),
      ]),
      list('days', (days, _random, word) => [
        ...days.filter(({ on }) => on !== '2026-10-02'),
        { on: '2026-10-02', name: word },
      ]),
    ],
  },
  figureSettings: {
    read: 'figureSettings',
    update: 'updateFigureSettings',
    acts: [number('restrictiveWeight'), number('roundsTarget'), number('completionTarget')],
  },
  hospital: {
    make: 'createHospital',
    read: 'hospital',
    update: 'updateHospital',
    acts: [text('name'), text('phone'), text('address'), number('numberOfBeds')],
  },
  account: {
    make: 'createEngineer',
    read: 'bme',
    update: 'updateEngineer',
    acts: [text('name'), text('phone'), text('email', (word) => `${word.toLowerCase()}@desks.test`)],
  },
};

/** A form that a person has open: what it was opened with, what stands in it, and what was decided in it. */
interface OpenForm {
  opened: Record_;
  mine: Fields;
}

/** The findings of a run. */
export interface EditsReport {
  saved: number;
  asked: number;
  merged: number;
  /** Values that are not what somebody typed or decided last. */
  wrong: string[];
}

/**
 * Two desks and an app of an earlier release edit one record of a kind at the same time, on the real server and with the merge
 * of the app's own forms; answers are lost and saves repeated. After each save every leaf is what its last author typed,
 * or what a person who was asked has chosen.
 */
export async function simulateEdits(
  kind: EditedKind,
  { server, world, random, steps }: { server: TestServer; world: World; random: Seeded; steps: number },
): Promise<EditsReport> {
  const { make, read, update, acts, recordIn = (answer: unknown) => answer as Fields } = editedCalls[kind];
  const user = kind === 'hospital' ? world.admin : world.office;
  const id = make === undefined ? '' : await world.made(make);
  const params = id === '' ? {} : { params: { id } };
  const ask = async (name: CallName, sample: BareSample, key = randomUUID()) => {
    const answer = await send(server, user, name, sample, { [idempotencyHeader]: key });
    return { status: answer.statusCode, body: answer.json<Fields>() };
  };
  const present = async () => recordIn((await ask(read, read === 'roundTemplates' ? {} : params)).body, id) as Record_;
  const schema = bodyOf(update);
  /** The leaves that a form of this kind edits. */
  const leavesOf = (record: Fields) => {
    const { revision: _revision, ...values } = schema.parse(record) as Fields;
    return flat(values);
  };
  // The server knows the states that a write has answered; of others an old app reverts what it did not change (decision 387).
  const first = await present();
  await ask(update, { ...params, body: { ...acts[0]?.(first, random, world.word()) } });
  const report: EditsReport = { saved: 0, asked: 0, merged: 0, wrong: [] };
  const forms = new Map<string, OpenForm>();
  let words = 0;

  /** Every leaf after a save against what stood there before it, what its author typed, and what was asked. */
  function check(who: string, form: OpenForm, before: Fields, after: Fields, asked: readonly Leaf[]) {
    const [was, my, their, now] = [form.opened, form.mine, before, after].map(leavesOf) as [
      Map<string, string>,
      Map<string, string>,
      Map<string, string>,
      Map<string, string>,
    ];
    for (const place of new Set([...was.keys(), ...my.keys(), ...their.keys(), ...now.keys()])) {
      const [b, m, t, n] = [was, my, their, now].map((leaves) => leaves.get(place));
      const isAsked = asked.some((leaf) => covers(leaf, place));
      const wanted = isAsked ? [m, t] : [m === b ? t : m];
      if (!wanted.includes(n)) {
        report.wrong.push(`${kind} ${place} is ${n} after ${who}: opened ${b}, typed ${m}, there ${t}`);
      }
    }
  }

  async function save(who: string, form: OpenForm): Promise<void> {
    let base: Fields = form.opened;
    let mine: Fields = form.mine;
    let revision = form.opened.revision;
    const asked: Leaf[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const before = await present();
      const [key, sample] = [randomUUID(), { ...params, body: { ...mine, revision } }];
      const first = await ask(update, sample, key);
      // A lost answer: the form sends the same again.
      const answer = random.chance(0.2) ? await ask(update, sample, key) : first;
      if (answer.status < 300) {
        report.saved += 1;
        check(who, form, before, await present(), asked);
        return;
      }
      const problem = { ...answer.body, status: answer.status } as ConstructorParameters<typeof CallError>[2];
      const met = presentRecord(new CallError('problem', 'refused', problem));
      if (!met) throw new Error(`${update} was refused: ${JSON.stringify(answer.body)}`);
      const current = (answer.body['context'] as { current: Record_ }).current;
      if (who === 'an old app') {
        // "Keep mine" of an earlier release: the whole form, under the revision that it was given.
        asked.push(...merge(recordShapes[kind], { base, theirs: asForm(current), mine }).clashes);
        revision = current.revision;
        continue;
      }
      report.merged += 1;
      const editor = { opened: () => base, values: () => mine } as unknown as Parameters<typeof mergeInto>[0];
      const both = { theirs: asForm(met.current), began: met.opened && asForm(met.opened) };
      const fields = { shape: recordShapes[kind], labels: {} };
      const merged = mergeInto(editor, both, fields, () => random.pick(['theirs', 'mine'] as const));
      report.asked += merged.clashes.length;
      asked.push(...merged.clashes);
      // What cannot be saved together is discarded by its author.
      if (!schema.safeParse(merged.value).success) return;
      base = both.theirs;
      mine = merged.value;
      revision = (met.current as Record_).revision;
    }
  }

  for (let step = 0; step < steps; step += 1) {
    const who = random.pick(['the first desk', 'the second desk', 'an old app']);
    const form = forms.get(who);
    if (!form) {
      const opened = await present();
      forms.set(who, { opened, mine: opened });
    } else if (form.mine === form.opened || random.chance(0.4)) {
      words += 1;
      form.mine = random.pick(acts)(form.mine, random, `${world.word()} ${words}`.replaceAll(' ', '-'));
    } else {
      forms.delete(who);
      await save(who, form);
    }
  }
  return report;
}

/** A record as its form names the fields. */
const asForm = (record: Fields): Fields =>
  Array.isArray(record['devices']) ? { ...record, serials: record['devices'] } : record;

function bodyOf(name: CallName): NonNullable<CallSpec['body']> {
  const { body }: CallSpec = calls[name];
  if (!body) throw new Error(`${name} has no body.`);
  return body;
}
