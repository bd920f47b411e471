import { expect } from 'vitest';
import { type FigureQuestion, figureSplits } from '#contract/calls/figures.ts';
import { figureGroupNames } from '#contract/pages/figures.ts';
import { readScope, type HospitalScope } from '#server/db/scope.ts';
import { readAsk } from '#server/figures/ask.ts';
import { gather } from '#server/figures/groups.ts';
import { openParts } from '#server/figures/kept-parts.ts';
import { createPartMemory } from '#server/kept-counts/part-memory.ts';
import { dayOfRun } from './day.ts';
import { addFigureFacts } from './figure-facts.ts';
import { planHospital } from './seeded-hospital.ts';
import type { TestServer } from './test-server.ts';
import { writeHospital } from './write-hospital.ts';

/** Periods around the tests' date, 1 July 2026; the last two are running. */
const comparedPeriods: readonly FigureQuestion[] = [
  { period: 'month', at: '2026-05' },
  { period: 'month', at: '2026-06' },
  { period: 'custom', from: '2026-04-20', to: '2026-06-09' },
  { period: 'month' },
  { period: 'year', at: '2026' },
];

/**
 * Returns a function that compares the facts of all groups, as a server that keeps parts has them, with those that are
 * counted anew: of all periods, by another split each time.
 */
export function createPartComparer(scope: HospitalScope, periods = comparedPeriods) {
  const memory = createPartMemory(10_000);
  let turn = 0;
  return async (now: Date, what: unknown): Promise<void> => {
    turn += 1;
    for (const [place, period] of periods.entries()) {
      const split = figureSplits[(turn + place) % figureSplits.length];
      const question = turn % 2 === place % 2 ? { ...period, split } : period;
      const ask = await readAsk(scope, question, now);
      const parts = await openParts(memory, ask);
      for (const group of figureGroupNames) {
        const kept = await gather[group](parts, ask, ask.split !== null);
        const anew = await gather[group](await openParts(createPartMemory(0), ask), ask, ask.split !== null);
        expect({ what, group, question, ...kept }).toEqual({ what, group, question, ...anew });
      }
    }
  };
}

/** Adds a hospital with everything that figures count, another one each day. */
export async function addFigureHospital({ database: { db }, clock }: TestServer): Promise<HospitalScope> {
  const plan = planHospital(1001 + (dayOfRun() % 300), clock.now);
  await writeHospital(db, plan, clock.now);
  await addFigureFacts(db, plan, clock.now);
  return readScope(db, plan);
}
