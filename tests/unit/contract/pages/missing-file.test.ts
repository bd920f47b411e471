import { describe, expect, it } from 'vitest';
import { buildDeviceFile } from '#contract/pages/device-file.ts';
import { buildRoundPage } from '#contract/pages/round.ts';
import { noteOf } from '#contract/rules/work-events.ts';
import { deviceRecord, taskRecord } from '#tests/support/ward-records.ts';

const photo = { sha256: 'a'.repeat(64), name: 'plug.jpg', mime: 'image/jpeg', size: 90_000, received: false };
const missing = { ...photo, missing: 'no-room' as const };

describe('P200 a photo that the tablet could not store', () => {
  it('is named as missing on the page of its round', () => {
    const round = {
      id: 'r1',
      templateId: 'icu',
      on: '2026-11-20',
      submittedAt: '2026-11-20T04:00:00Z',
      by: 'Asha Rao',
      operational: 0,
      needsAttention: 0,
      notWorking: 1,
      notSeen: 0,
    };
    const entry = {
      deviceId: 'device-1',
      status: 'Not Working' as const,
      description: 'No light',
      notSeenReason: null,
      confirmedBy: 'tap' as const,
      observedAt: null,
      photos: [missing, { ...photo, sha256: 'b'.repeat(64) }],
    };
    const facts = { round, templateName: 'ICU', entries: [{ entry, device: deviceRecord() }], tickets: [] };
    const page = buildRoundPage(facts, 'Asia/Kolkata');
    expect(page.entries[0]?.photos).toEqual([missing, { ...photo, sha256: 'b'.repeat(64) }]);
  });

  it('is named in the history file; a pending one is not', () => {
    const file = buildDeviceFile(
      {
        device: deviceRecord(),
        retiredOn: null,
        removalReason: null,
        tickets: [],
        tasks: [taskRecord({ files: [missing, { ...photo, name: 'on its way.jpg' }] })],
        rounds: [],
        contracts: [],
        price: null,
        documents: ['Invoice.pdf'],
        tests: [],
        olderTests: 0,
        isWhole: true,
      },
      { now: new Date('2026-11-21T05:00:00Z'), timeZone: 'Asia/Kolkata' },
    );
    expect(file.files).toEqual(['Invoice.pdf', 'plug.jpg (could not be kept on the tablet)']);
  });

  it('is not counted among the files of a note', () => {
    expect(noteOf('Seen', [missing])).toEqual({ text: 'Seen' });
    expect(noteOf('Seen', [missing, photo])).toEqual({ text: 'Seen', files: 1 });
  });
});
