// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { TemplateRecord } from '#contract/records/ward.ts';
import type * as rules from '#contract/rules/suggestions.ts';
import type * as facts from '#ui/work/gather-suggestions.ts';
import { DeviceListScreen } from '#ui/features/device/register/device-list-screen.tsx';
import { drawScreen } from '#tests/support/screen.tsx';
import { deviceRecord } from '#tests/support/ward-records.ts';

/** The steps of the computation in order, each with what the list showed when it started. */
const { steps, began } = vi.hoisted(() => {
  const done: string[] = [];
  const isShown = (part: string) => document.querySelector(part) !== null;
  return {
    steps: done,
    began(step: string) {
      const shows = isShown('tbody tr') ? 'rows' : isShown('[aria-busy=true]') ? 'the skeleton' : 'nothing';
      done.push(`${step} over ${shows}`);
    },
  };
});

vi.mock('#ui/work/gather-suggestions.ts', async (original) => {
  const actual = await original<typeof facts>();
  return {
    gatherSuggestions(...input: Parameters<typeof facts.gatherSuggestions>) {
      began('gather');
      return actual.gatherSuggestions(...input);
    },
  };
});
vi.mock('#contract/rules/suggestions.ts', async (original) => {
  const actual = await original<typeof rules>();
  return {
    ...actual,
    suggestedDevices(...input: Parameters<typeof rules.suggestedDevices>) {
      began('apply');
      return actual.suggestedDevices(...input);
    },
  };
});

afterEach(() => {
  cleanup();
  steps.length = 0;
});

const template: TemplateRecord = {
  id: 't-1',
  name: 'ICU',
  departmentId: 'department-1',
  deviceIds: ['d-2'],
  completedRoundsCount: 0,
  lastRoundAt: null,
  lastRoundOn: null,
  revision: 'r-1',
};
const records = {
  device: ['1', '2'].map((name) => deviceRecord({ id: `d-${name}`, serialNumber: `VENT-${name}` })),
  template: [template],
};

it('shows a skeleton of the list before it computes the suggested devices', async () => {
  drawScreen(<DeviceListScreen />, { at: '/installation-base?suggestion=no-template', world: { records } });
  await screen.findByRole('row', { name: /^VENT-1/ });
  expect(screen.queryByRole('row', { name: /^VENT-2/ })).toBeNull();
  expect(steps).toEqual(['gather over the skeleton', 'apply over the skeleton']);
});

it('computes nothing if no suggestion is requested', async () => {
  drawScreen(<DeviceListScreen />, { at: '/installation-base', world: { records } });
  await screen.findByRole('row', { name: /^VENT-2/ });
  expect(steps).toEqual([]);
});
