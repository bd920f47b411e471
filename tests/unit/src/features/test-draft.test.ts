import { describe, expect, test } from 'vitest';
import { testRecordBody } from '#contract/calls/test/body.ts';
import type { TesterRecord } from '#contract/records/test.ts';
import { seededSteps } from '#tests/support/test-work.ts';
import {
  answersOf,
  blankDraft,
  bodyOf,
  draftFrom,
  firstWrongStep,
  hasWrongSurroundings,
  isAnswered,
  judgeDraft,
  numberIn,
  numberProblem,
  problemWords,
  type TestDraft,
} from '#ui/work/test-draft.ts';

const tester: TesterRecord = {
  id: 'analyser',
  name: 'Analyser',
  serialNumber: 'ESA-1',
  certificates: [{ id: 'c2', number: 'N-2', dueOn: '2027-01-01' }],
};
const blank = blankDraft({ name: 'Yearly test', version: 2, steps: [...seededSteps] }, 'ticket-1');
const typed = (found: string, left = '') => ({ look: null, found, left, text: '', photos: [] });
const filled = (rate: string): TestDraft => ({
  ...blank,
  answers: { housing: { ...typed(''), look: 'ok' }, rate: typed(rate), earth: typed('90') },
  testers: [{ testerId: 'analyser', certificateId: 'c2' }],
});
const target = { deviceId: 'd', procedureId: 'p', taskId: 't', correctsId: null };
const judge = (draft: TestDraft) => judgeDraft(draft, [tester], '2026-11-24');

test.each([
  ['', null],
  ['  ', null],
  ['12', 12],
  [' 12.5 ', 12.5],
  ['12,5', undefined],
  ['-0.5', -0.5],
  ['.5', 0.5],
  ['5.', 5],
  ['12a', undefined],
  ['1.2.3', undefined],
  ['1e9', undefined],
  ['NaN', undefined],
  ['1,200', undefined],
  ['-12,500', undefined],
  ['1,00,000', 100_000],
  ['1,200.5', 1200.5],
  ['0,125', undefined],
  ['198,50', undefined],
])('the text %j is the number %s', (text, number) => {
  expect(numberIn(text)).toBe(number);
});

test.each([
  ['', undefined],
  ['198.5', undefined],
  ['1,00,000', undefined],
  ['6O', 'Please enter a number.'],
  [' 1,200 ', '“1,200” could mean 1200 or 1.200. Please write one of them.'],
])('the text %j has the problem %j', (text, problem) => {
  expect(numberProblem(text)).toBe(problem);
});

describe('A draft', () => {
  test('becomes a valid body with the result that was shown', () => {
    const draft = filled('60.5');
    const body = bodyOf(draft, judge(draft), target);
    expect(testRecordBody.parse(body)).toEqual(body);
    expect([body.told, body.ticket, body.answers.map(({ stepId, found }) => [stepId, found])]).toEqual([
      'Pass',
      null,
      [
        ['housing', null],
        ['rate', 60.5],
        ['earth', 90],
      ],
    ]);
  });

  test('that fails offers a ticket with the findings as its text, unless somebody declines', () => {
    const draft = filled('90');
    const body = bodyOf(draft, judge(draft), target);
    expect(body.ticket).toMatchObject({
      id: 'ticket-1',
      problemReported: 'Test failed. Rate at 60 bpm: 90 bpm is above 63 bpm.',
    });
    const unwanted = { ...draft, ticket: { ...draft.ticket, isWanted: false } };
    expect(bodyOf(unwanted, judge(unwanted), target).ticket).toBeNull();
    const own = { ...draft, ticket: { ...draft.ticket, problem: 'Shows too much.' } };
    expect(bodyOf(own, judge(own), target).ticket?.problemReported).toBe('Shows too much.');
  });

  test('with an invalid number names its step and counts it as not done', () => {
    const draft = filled('6O');
    expect(firstWrongStep(draft)).toBe(1);
    expect(judge(draft).findings.map(({ words }) => words)).toEqual(['Rate at 60 bpm: not done.']);
    expect(firstWrongStep(filled('60'))).toBe(-1);
  });

  test.each([
    ['22.5', '', false],
    ['22,5', '', true],
    ['', '40', false],
    ['22 C', '', true],
    ['', '4O', true],
  ])('with temperature %j and humidity %j has invalid ambient conditions: %s', (temperature, humidity, isWrong) => {
    expect(hasWrongSurroundings({ temperature, humidity })).toBe(isWrong);
  });

  test('starts from a saved test with the same answers', () => {
    const draft = filled('60');
    const body = bodyOf(draft, judge(draft), target);
    expect(answersOf(draftFrom(blank, body))).toEqual(body.answers);
  });

  test.each([
    ['a test that has reported one', 'ticket-1', false],
    ['a test without one', null, null],
  ])('suggests a ticket for the correction of %s: %s is wanted: %s', (_what, ticketId, isWanted) => {
    const saved = { ...bodyOf(filled('60'), judge(filled('60')), target), ticketId };
    expect(draftFrom(blank, saved).ticket.isWanted).toBe(isWanted);
  });

  test('suggests a ticket again for the correction of a refused test, whose ticket was not created', () => {
    const refused = bodyOf(filled('60'), judge(filled('60')), target);
    expect(draftFrom(blank, refused).ticket.isWanted).toBeNull();
  });

  test('knows which steps have answers', () => {
    const draft = filled('60');
    const done = draft.steps.filter((step) => isAnswered(step, draft.answers[step.id] ?? typed('')));
    expect(done.map(({ id }) => id)).toEqual(['housing', 'rate', 'earth']);
  });
});

test('a tester out of date is not a fault of the device: no ticket is suggested', () => {
  const draft = filled('60');
  const judged = judgeDraft(draft, [tester], '2027-02-01');
  expect([judged.result, bodyOf(draft, judged, target).ticket]).toEqual(['Incomplete', null]);
  const wanted = { ...draft, ticket: { ...draft.ticket, isWanted: true } };
  expect(bodyOf(wanted, judged, target).ticket).toBeNull();
});

test('the text of a ticket is cut to its field', () => {
  const words = problemWords(Array.from({ length: 60 }, () => ({ kind: 'not-ok' as const, words: 'x'.repeat(200) })));
  expect(words).toHaveLength(4000);
});
