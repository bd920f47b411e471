import { describe, expect, it } from 'vitest';
import { roundBody } from '#contract/calls/round/submit.ts';
import {
  changeRound,
  draftOf,
  emptyRound,
  entriesOf,
  missingIn,
  type RoundAction,
  type RoundDraft,
  rowOf,
  unanswered,
} from '#ui/features/round/round-draft.ts';
import { devicesOfRound, isAnswered } from '#ui/work/round-under-way.ts';

const at = '2026-11-21T04:30:00.000Z';
const later = '2026-11-21T04:40:00.000Z';
const round = { templateId: 'icu', day: '2026-11-21' };
const devices = [
  { id: 'a', serialNumber: 'VENT-0001' },
  { id: 'b', serialNumber: 'PUMP-0002' },
  { id: 'c', serialNumber: 'ECG-0003' },
];
const ids = devices.map(({ id }) => id);
const photo = { sha256: 'f'.repeat(64), size: 10, mime: 'image/jpeg', name: 'plate.jpg' } as const;

function after(...actions: RoundAction[]): RoundDraft {
  return actions.reduce(changeRound, emptyRound);
}

describe('A round in progress', () => {
  it('proposes Operational and records nothing until somebody confirms', () => {
    expect(rowOf(emptyRound, 'a').status).toBe('Operational');
    expect(unanswered(emptyRound, ids)).toEqual(ids);
    expect(entriesOf(emptyRound, devices, round)).toEqual([]);
  });

  it('counts a tap on the proposed status as an answer', () => {
    const draft = after({ do: 'choose', deviceId: 'a', status: 'Operational', at });
    expect(rowOf(draft, 'a')).toMatchObject({ status: 'Operational', confirmedBy: 'tap', observedAt: at });
    expect(unanswered(draft, ids)).toEqual(['b', 'c']);
  });

  it('counts a scanned label as an answer and records the scan', () => {
    const scanned = after({ do: 'scan', deviceId: 'a', at });
    expect(rowOf(scanned, 'a')).toMatchObject({ status: 'Operational', confirmedBy: 'scan', observedAt: at });
    const changed = changeRound(scanned, { do: 'choose', deviceId: 'a', status: 'Not Working', at: later });
    expect(rowOf(changed, 'a')).toMatchObject({ status: 'Not Working', confirmedBy: 'scan', observedAt: later });
  });

  it('keeps a given answer when the label is scanned again', () => {
    const draft = after(
      { do: 'choose', deviceId: 'a', status: 'Needs Attention', at },
      { do: 'scan', deviceId: 'a', at: later },
    );
    expect(rowOf(draft, 'a')).toMatchObject({ status: 'Needs Attention', observedAt: at });
  });

  it('confirms only unanswered devices with “confirm the rest”, and undoes only those', () => {
    const rest = after(
      { do: 'choose', deviceId: 'a', status: 'Not Working', at },
      { do: 'confirm-rest', deviceIds: ids, at: later },
    );
    expect(ids.map((id) => rowOf(rest, id).confirmedBy)).toEqual(['tap', 'rest', 'rest']);
    expect(rowOf(rest, 'a').status).toBe('Not Working');
    const tapped = changeRound(rest, { do: 'choose', deviceId: 'b', status: 'Operational', at: later });
    const back = changeRound(tapped, { do: 'take-back-rest', deviceIds: ids });
    expect(unanswered(back, ids)).toEqual(['c']);
  });

  it('keeps a note without counting it as an answer', () => {
    const draft = after({ do: 'describe', deviceId: 'a', description: 'Cable worn' });
    expect(isAnswered(rowOf(draft, 'a'))).toBe(false);
    expect(rowOf(draft, 'a').description).toBe('Cable worn');
  });

  it('keeps the photos of a device, each once', () => {
    const draft = after({ do: 'add-photo', deviceId: 'a', photo }, { do: 'add-photo', deviceId: 'a', photo });
    expect(rowOf(draft, 'a').photos).toEqual([photo]);
    const without = changeRound(draft, { do: 'remove-photo', deviceId: 'a', sha256: photo.sha256 });
    expect(rowOf(without, 'a').photos).toEqual([]);
  });

  it('accepts a device outside the template, and removes it again', () => {
    const draft = after({ do: 'add-device', deviceId: 'x' }, { do: 'scan', deviceId: 'x', at });
    expect(devicesOfRound(['a', 'b'], draft)).toEqual(['a', 'b', 'x']);
    const gone = changeRound(draft, { do: 'remove-device', deviceId: 'x' });
    expect(devicesOfRound(['a', 'b'], gone)).toEqual(['a', 'b']);
  });

  it('keeps an answered device that somebody removes from the template meanwhile', () => {
    const draft = after({ do: 'choose', deviceId: 'c', status: 'Not Working', at });
    expect(devicesOfRound(['a', 'b'], draft)).toEqual(['a', 'b', 'c']);
  });

  it('does not mutate drafts', () => {
    const first = after({ do: 'choose', deviceId: 'a', status: 'Operational', at });
    const copy = structuredClone(first);
    changeRound(first, { do: 'choose', deviceId: 'a', status: 'Not Working', at: later });
    expect(first).toEqual(copy);
    expect(changeRound(first, { do: 'describe', deviceId: 'b', description: 'x' }).rows['a']).toBe(first.rows['a']);
  });
});

describe('A submitted round', () => {
  it('records why a device was not seen, and never that it works', () => {
    const draft = after(
      { do: 'confirm-rest', deviceIds: ['a'], at },
      { do: 'not-seen', reasons: { b: 'In use', c: 'Moved' } },
    );
    const entries = entriesOf(draft, devices, round);
    expect(entries.map(({ status, notSeenReason, confirmedBy }) => [status, notSeenReason, confirmedBy])).toEqual([
      ['Operational', undefined, 'rest'],
      ['Not Seen', 'In use', 'tap'],
      ['Not Seen', 'Moved', 'tap'],
    ]);
    expect(roundBody.safeParse(entries).success).toBe(true);
  });

  it("requires a description for a fault or Needs Attention, with the contract's message", () => {
    const draft = after(
      { do: 'choose', deviceId: 'a', status: 'Not Working', at },
      { do: 'choose', deviceId: 'b', status: 'Needs Attention', at },
      { do: 'describe', deviceId: 'b', description: '   ' },
      { do: 'choose', deviceId: 'c', status: 'Operational', at },
    );
    const missing = missingIn(entriesOf(draft, devices, round));
    expect([...missing]).toEqual([
      ['a', 'Please describe what you found.'],
      ['b', 'Please describe what you found.'],
    ]);
    const told = changeRound(draft, { do: 'describe', deviceId: 'a', description: 'No display' });
    expect([...missingIn(entriesOf(told, devices, round)).keys()]).toEqual(['b']);
  });

  it('is reopened unchanged when the server refuses it', () => {
    const draft = after(
      { do: 'choose', deviceId: 'a', status: 'Not Working', at },
      { do: 'describe', deviceId: 'a', description: 'No display' },
      { do: 'add-photo', deviceId: 'a', photo },
      { do: 'scan', deviceId: 'b', at },
      { do: 'not-seen', reasons: { c: 'Other' } },
    );
    const entries = entriesOf(draft, devices, round);
    expect(entriesOf(draftOf(entries), devices, round)).toEqual(entries);
  });
});
