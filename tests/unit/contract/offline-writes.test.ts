import { describe, expect, expectTypeOf, test } from 'vitest';
import type { OfflineWrite } from '#contract/define.ts';
import { offlineWrites, readEntry, writeKey } from '#contract/index.ts';
import type { TemplateRecord } from '#contract/records/ward.ts';
import type { ReplicaKind, ReplicaRecords, SampleView } from '#contract/records/replica.ts';
import { workEvent } from '#contract/rules/work-events.ts';
import type { ProcedureRecord } from '#contract/records/test.ts';
import { createSeeded } from '#tests/faults/seeded.ts';
import { createSampleSource } from '#tests/support/sample-source.ts';
import {
  deviceRecord,
  faultReportRecord,
  noticeRecord,
  taskRecord,
  ticketRecord,
} from '#tests/support/ward-records.ts';

const template: TemplateRecord = {
  id: 'template-1',
  name: 'ICU round',
  departmentId: null,
  deviceIds: ['device-1'],
  completedRoundsCount: 0,
  lastRoundAt: null,
  lastRoundOn: null,
  revision: 'first',
};
const procedure: ProcedureRecord = {
  id: 'procedure-1',
  name: 'Yearly test',
  version: 1,
  steps: [{ id: 'step-1', kind: 'look', title: 'Housing', detail: '' }],
  equipmentIds: [],
  modelIds: [],
};
const rows: { [K in ReplicaKind]: ReplicaRecords[K][] } = {
  device: [deviceRecord()],
  task: [
    taskRecord(),
    taskRecord({
      id: 'task-2',
      events: [
        workEvent(
          'cancelled',
          { reason: 'On loan' },
          { id: 'act', at: '2026-11-25T05:00:00.000Z', receivedAt: null, by: 'A. Rao', byRole: 'BME' },
        ),
      ],
    }),
  ],
  ticket: [ticketRecord()],
  faultReport: [faultReportRecord()],
  notice: [noticeRecord()],
  template: [template],
  technician: [{ id: 'technician-1', name: 'Asha Rao' }],
  procedure: [procedure],
  tester: [],
  contract: [],
  holiday: [],
  setting: [],
  department: [],
  round: [],
  test: [],
  refusal: [],
};
const ward: SampleView = {
  get: (kind, id) => rows[kind].find((row) => row.id === id),
  all: (kind) => rows[kind],
};
const empty: SampleView = { get: () => undefined, all: () => [] };

const sourceOf = (seed: number) =>
  createSampleSource({
    next: createSeeded(seed).next,
    mark: `entry ${seed}`,
    now: '2026-11-25T06:00:00.000Z',
    timeZone: 'Asia/Kolkata',
  });
const seeds = Array.from({ length: 40 }, (_, at) => at + 1);

test('a write without a form, a note or a sample does not compile', () => {
  expectTypeOf<Omit<OfflineWrite, 'correctIn'>>().not.toExtend<OfflineWrite>();
  expectTypeOf<Omit<OfflineWrite, 'asNote'>>().not.toExtend<OfflineWrite>();
  expectTypeOf<Omit<OfflineWrite, 'sample'>>().not.toExtend<OfflineWrite>();
});

describe.each([...offlineWrites])('%s', (key, { write, spec }) => {
  test('a sample passes the contract unchanged, and the same seed gives the same sample', () => {
    for (const seed of seeds) {
      const body = write.sample(sourceOf(seed).source, ward);
      expect(spec.body?.parse(body)).toEqual(body);
      expect(write.sample(sourceOf(seed).source, ward)).toEqual(body);
    }
  });

  test('an empty tablet gives no sample', () => {
    expect(write.sample(sourceOf(1).source, empty)).toBeNull();
  });

  test('a note is a valid body of its own write and keeps every text and file', () => {
    for (const seed of seeds) {
      const { source, texts, files } = sourceOf(seed);
      const body = write.sample(source, ward);
      for (const code of (spec.errors ?? []).filter((each) => each.endsWith('.already_closed'))) {
        const note = write.asNote(body, code);
        if (!note) continue;
        const read = readEntry(writeKey(note.write), note.body);
        expect(texts.filter((text) => !JSON.stringify(read?.body).includes(text))).toEqual([]);
        expect(note.write.files(read?.body).map(({ sha256 }) => sha256)).toEqual(files.map(({ ref }) => ref.sha256));
        expect(note.write.stream(read?.body, key)).toBe(write.stream(body, key));
      }
      expect(write.asNote(body, 'record.unknown')).toBeNull();
    }
  });
});

test('closings become notes, and writes with a form are corrected in it', () => {
  const found = [...offlineWrites].map(([key, { write }]) => {
    const body = write.sample(sourceOf(1).source, ward);
    const codes = ['task.already_closed', 'ticket.already_closed'];
    const note = codes.map((code) => write.asNote(body, code)?.write.kind).find(Boolean);
    return [key, note, write.correctIn(body)?.screen];
  });
  expect(found.filter(([, note, screen]) => note !== undefined || screen !== undefined)).toEqual([
    ['daily-round.submit@1', undefined, 'roundAdd'],
    ['task.close@1', 'task.note', 'taskClose'],
    ['task.report@1', 'task.note', 'taskClose'],
    ['task.attempt@1', 'task.note', undefined],
    ['breakdown.report@1', undefined, 'ticketNew'],
    ['breakdown.close@1', 'breakdown.note', 'ticket'],
    ['test-record.submit@1', undefined, 'test'],
  ]);
});
