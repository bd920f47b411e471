import { describe, expect, it } from 'vitest';

import { createReadGate } from '#ui/scanner/confirm-read.ts';

describe('Reads of single frames are confirmed', () => {
  it('a QR label counts at its first read', () => {
    const { gate } = createScene();
    expect(gate.accept({ text: 'VENT-0012', format: 'qr_code' })).toBe(true);
  });

  it('a Code 128 label counts at the second identical read in a row', () => {
    const { gate } = createScene();
    expect(gate.accept({ text: 'VENT-0012', format: 'code_128' })).toBe(false);
    expect(gate.accept({ text: 'VENT-0012', format: 'code_128' })).toBe(true);
  });

  it('one misread of a Code 39 label between two good reads never counts', () => {
    const { gate } = createScene();
    const texts = ['VENT-0012', 'VENT-0O12', 'VENT-0012', 'VENT-0012'];
    expect(texts.map((text) => gate.accept({ text, format: 'code_39' }))).toEqual([false, false, false, true]);
  });

  it('the same text in another symbology does not confirm a 1-D read', () => {
    const { gate } = createScene();
    expect(gate.accept({ text: '12345', format: 'code_128' })).toBe(false);
    expect(gate.accept({ text: '12345', format: 'code_39' })).toBe(false);
  });

  it('a label held before the camera counts once', () => {
    const { gate, clock } = createScene();
    const hits = Array.from({ length: 100 }, () => {
      clock.atMs += 60;
      return gate.accept({ text: 'VENT-0012', format: 'code_128' });
    });
    expect(hits.filter(Boolean)).toHaveLength(1);
  });

  it('a label counts once even if the tablet decodes only one frame every two seconds', () => {
    const { gate, clock } = createScene();
    const hits = Array.from({ length: 10 }, () => {
      clock.atMs += 2_000;
      return gate.accept({ text: 'VENT-0012', format: 'qr_code' });
    });
    expect(hits.filter(Boolean)).toHaveLength(1);
  });

  it('a label missing from two consecutive frames, however late they come, has not left the view', () => {
    const { gate, clock } = createScene();
    gate.accept({ text: 'VENT-0012', format: 'qr_code' });
    for (let frame = 0; frame < 2; frame += 1) {
      clock.atMs += 2_000;
      expect(gate.accept(undefined)).toBe(false);
    }
    clock.atMs += 2_000;
    expect(gate.accept({ text: 'VENT-0012', format: 'qr_code' })).toBe(false);
  });

  it.each([
    { frames: 2, afterMs: 60, counts: false },
    { frames: 20, afterMs: 60, counts: false },
    { frames: 2, afterMs: 1_000, counts: false },
    { frames: 3, afterMs: 1_000, counts: true },
    { frames: 30, afterMs: 60, counts: true },
  ])(
    '$frames frames without the label, one each $afterMs ms: it counts again: $counts',
    ({ frames, afterMs, counts }) => {
      const { gate, clock } = createScene();
      gate.accept({ text: 'VENT-0012', format: 'qr_code' });
      for (let frame = 0; frame < frames; frame += 1) {
        clock.atMs += afterMs;
        gate.accept(undefined);
      }
      expect(gate.accept({ text: 'VENT-0012', format: 'qr_code' })).toBe(counts);
    },
  );

  it('a label counts again after it was forgotten', () => {
    const { gate } = createScene();
    gate.accept({ text: 'VENT-0012', format: 'qr_code' });
    gate.reset();
    expect(gate.accept({ text: 'VENT-0012', format: 'qr_code' })).toBe(true);
  });

  it('another label counts immediately', () => {
    const { gate } = createScene();
    gate.accept({ text: 'VENT-0012', format: 'qr_code' });
    expect(gate.accept({ text: 'PUMP-0003', format: 'qr_code' })).toBe(true);
  });
});

function createScene() {
  const clock = { atMs: 0 };
  return { clock, gate: createReadGate({ now: () => clock.atMs }) };
}
