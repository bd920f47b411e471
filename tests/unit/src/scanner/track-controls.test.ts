import { describe, expect, it } from 'vitest';

import { readTrackControls } from '#ui/scanner/track-controls.ts';

describe('Only what the camera can do is offered', () => {
  it('a camera without torch and zoom offers neither', () => {
    expect(readTrackControls({}, {})).toEqual({ hasTorch: false, canFocus: false, zoom: undefined });
  });

  it('a torch is offered whether it is reported as a flag or as a list', () => {
    expect(readTrackControls({ torch: true }, {}).hasTorch).toBe(true);
    expect(readTrackControls({ torch: [false, true] }, {}).hasTorch).toBe(true);
    expect(readTrackControls({ torch: false }, {}).hasTorch).toBe(false);
  });

  it('a tap focuses if the camera supports single focus', () => {
    expect(readTrackControls({ focusMode: ['continuous', 'single-shot'] }, {}).canFocus).toBe(true);
    expect(readTrackControls({ focusMode: ['continuous'] }, {}).canFocus).toBe(false);
  });

  it("zoom starts at the camera's current value", () => {
    const { zoom } = readTrackControls({ zoom: { min: 1, max: 8, step: 0.1 } }, { zoom: 2 });
    expect(zoom).toEqual({ min: 1, max: 8, step: 0.1, value: 2 });
  });

  it('an empty zoom range is not offered', () => {
    expect(readTrackControls({ zoom: { min: 1, max: 1, step: 0 } }, {}).zoom).toBeUndefined();
  });
});
