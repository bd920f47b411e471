import { type TestBody, usedTester } from '#contract/calls/test/body.ts';
import type { IssueType } from '#contract/records/ward.ts';
import type { ProcedureRecord, TesterRecord, TestRecord } from '#contract/records/test.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import { keptFiles } from '#contract/rules/missing-file.ts';
import type { Answer, AnswerPhoto, LookAnswer, Step, UsedTester } from '#contract/records/procedure.ts';
import { readNumber, writeNumber } from '#contract/rules/read-number.ts';
import { type Finding, judgeTest } from '#contract/rules/test-result.ts';
import type { MachineStatus, Priority } from '#contract/records/values.ts';
import { startOfText } from '#contract/rules/cut-text.ts';

/** The answer typed at one step; numbers are stored as typed. */
export interface DraftAnswer {
  look: LookAnswer | null;
  found: string;
  left: string;
  text: string;
  photos: AnswerPhoto[];
}

/**
 * The ticket that a failed test offers. `isWanted` is null until the user decides; the default is a ticket if the
 * device has a fault. `problem` is null until the user changes the proposed text.
 */
export interface DraftTicket {
  id: string;
  isWanted: boolean | null;
  issueType: IssueType;
  priority: Priority;
  machineStatus: MachineStatus;
  problem: string | null;
}

/** An unfinished test, with the steps that it started with, because the procedure may change meanwhile. */
export interface TestDraft {
  /** The procedure's name when the test was started. */
  name?: string;
  version: number;
  steps: Step[];
  answers: Readonly<Record<string, DraftAnswer>>;
  testers: { testerId: string; certificateId: string }[];
  temperature: string;
  humidity: string;
  remarks: string;
  limitation: string;
  ticket: DraftTicket;
  /** The due task that a test without a task counts for; null for none, undefined until the user chooses. */
  countsFor?: string | null | undefined;
  /** Index of the step shown on a phone; the number of steps means the result. */
  at: number;
}

const blankAnswer: DraftAnswer = { look: null, found: '', left: '', text: '', photos: [] };

/** Returns the answer typed at a step so far. */
export function answerAt({ answers }: Pick<TestDraft, 'answers'>, stepId: string): DraftAnswer {
  return answers[stepId] ?? blankAnswer;
}

/** Creates an empty draft; `ticketId` is the id that its ticket would get. */
export function blankDraft(
  { name, version, steps }: Pick<ProcedureRecord, 'name' | 'version' | 'steps'>,
  ticketId: string,
): TestDraft {
  return {
    name,
    version,
    steps,
    answers: {},
    testers: [],
    temperature: '',
    humidity: '',
    remarks: '',
    limitation: '',
    ticket: {
      id: ticketId,
      isWanted: null,
      issueType: 'Other',
      priority: 'High',
      machineStatus: 'Restrictive Use',
      problem: null,
    },
    at: 0,
  };
}

const typed = (value: number | null): string => (value === null ? '' : writeNumber(value));

/** Creates a draft from a saved test: a refused one, or one to correct. */
export function draftFrom(
  blank: TestDraft,
  saved: Pick<TestRecord, 'answers' | 'temperature' | 'humidity' | 'remarks' | 'limitation'> & {
    testers: readonly { testerId: string; certificateId: string }[];
    /** The ticket that the saved test reported; its correction does not propose another. */
    ticketId?: string | null;
  },
): TestDraft {
  const answers = saved.answers.map(({ stepId, found, left, ...rest }) => [
    stepId,
    { ...rest, found: typed(found), left: typed(left) },
  ]);
  return {
    ...blank,
    answers: Object.fromEntries(answers) as TestDraft['answers'],
    testers: saved.testers.map(({ testerId, certificateId }) => ({ testerId, certificateId })),
    temperature: typed(saved.temperature),
    humidity: typed(saved.humidity),
    remarks: saved.remarks,
    limitation: saved.limitation,
    ticket: { ...blank.ticket, isWanted: typeof saved.ticketId === 'string' ? false : null },
  };
}

/** Parses a number: null for an empty text, undefined for one that is not a number or is ambiguous. */
export function numberIn(text: string): number | null | undefined {
  const read = readNumber(text);
  return 'value' in read ? read.value : undefined;
}

/** Returns the problem with a text that should be a number. */
export function numberProblem(text: string): string | undefined {
  const read = readNumber(text);
  return 'value' in read ? undefined : (read.problem ?? 'Please enter a number.');
}

/** Returns a draft's answers; invalid numbers count as not done. */
export function answersOf({ steps, answers }: Pick<TestDraft, 'steps' | 'answers'>): Answer[] {
  return steps.flatMap(({ id: stepId }) => {
    const draft = answers[stepId];
    if (!draft) return [];
    const { found, left, ...rest } = draft;
    return [{ ...rest, stepId, found: numberIn(found) ?? null, left: numberIn(left) ?? null }];
  });
}

/** Returns the index of the first step with an invalid number; -1 if there is none. */
export function firstWrongStep({ steps, answers }: Pick<TestDraft, 'steps' | 'answers'>): number {
  return steps.findIndex(({ id }) => {
    const draft = answers[id];
    return draft !== undefined && (numberIn(draft.found) === undefined || numberIn(draft.left) === undefined);
  });
}

/** Returns whether the text for temperature or humidity is not a number. */
export function hasWrongSurroundings({ temperature, humidity }: Pick<TestDraft, 'temperature' | 'humidity'>): boolean {
  return numberIn(temperature) === undefined || numberIn(humidity) === undefined;
}

/** Returns whether a step has an answer. */
export function isAnswered(step: Step, answer: DraftAnswer): boolean {
  if (step.kind === 'look') return answer.look !== null;
  if (step.kind === 'photo') return keptFiles(answer.photos).length > 0;
  if (step.kind === 'text') return answer.text.trim() !== '';
  return (numberIn(answer.left) ?? numberIn(answer.found) ?? null) !== null;
}

/** Returns a draft's testers with their certificates. */
export function testersOf({ testers }: Pick<TestDraft, 'testers'>, known: readonly TesterRecord[]): UsedTester[] {
  return testers.flatMap(({ testerId, certificateId }) => {
    const tester = known.find(({ id }) => id === testerId);
    const certificate = tester?.certificates.find(({ id }) => id === certificateId);
    if (!tester || !certificate) return [];
    return [usedTester(tester, certificate)];
  });
}

/** Computes the result of the test so far. */
export function judgeDraft(draft: TestDraft, known: readonly TesterRecord[], on: LocalDay) {
  const { steps, limitation } = draft;
  return judgeTest({ steps, answers: answersOf(draft), testers: testersOf(draft, known), on, limitation });
}

export interface TestTarget {
  deviceId: string;
  procedureId: string;
  taskId: string | null;
  correctsId: string | null;
  /** Who did the work, from a refused entry that is being corrected; undefined means whoever the schedule names now. */
  vendorId?: string | null | undefined;
}

/** Builds the entry from a draft. */
export function bodyOf(
  draft: TestDraft,
  { result, findings }: ReturnType<typeof judgeTest>,
  target: TestTarget,
): TestBody {
  const { id, isWanted, problem, ...ticket } = draft.ticket;
  return {
    ...target,
    version: draft.version,
    answers: answersOf(draft),
    testers: draft.testers,
    temperature: numberIn(draft.temperature) ?? null,
    humidity: numberIn(draft.humidity) ?? null,
    remarks: draft.remarks.trim(),
    limitation: draft.limitation.trim(),
    told: result,
    ticket:
      result === 'Fail' && (isWanted ?? hasFault(findings))
        ? { ...ticket, id, problemReported: (problem ?? '').trim() || problemWords(findings) }
        : null,
  };
}

/** Returns whether a finding is about the device itself, and not about testers or unfinished work. */
export function hasFault(findings: readonly Pick<Finding, 'kind'>[]): boolean {
  return findings.some(({ kind }) => kind === 'not-ok' || kind === 'out-of-limits');
}

/** Proposes the problem text for a failed test's ticket: the faults, or else what prevents a Pass. */
export function problemWords(findings: readonly Pick<Finding, 'kind' | 'words'>[]): string {
  const faults = findings.filter(({ kind }) => kind === 'not-ok' || kind === 'out-of-limits');
  const told = (faults.length > 0 ? faults : findings).map(({ words }) => words).join(' ');
  return startOfText(`Test failed. ${told}`, 4000);
}
