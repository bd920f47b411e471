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

/** What is typed at one step; numbers as they were typed. */
export interface DraftAnswer {
  look: LookAnswer | null;
  found: string;
  left: string;
  text: string;
  photos: AnswerPhoto[];
}

/**
 * The ticket that a failed test offers; `isWanted` is null while nobody has ticked it: then a fault of the device wants one.
 * `problem` is null while nobody has changed the proposed words.
 */
export interface DraftTicket {
  id: string;
  isWanted: boolean | null;
  issueType: IssueType;
  priority: Priority;
  machineStatus: MachineStatus;
  problem: string | null;
}

/** A test half filled in, with the steps that it began with: a procedure may change meanwhile. */
export interface TestDraft {
  /** The name of the procedure then. */
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
  /** The due task that a test for no task counts for; null for none, absent until somebody has chosen. */
  countsFor?: string | null | undefined;
  /** The step that a phone shows; the number of steps for the result. */
  at: number;
}

const blankAnswer: DraftAnswer = { look: null, found: '', left: '', text: '', photos: [] };

/** What is typed at a step so far. */
export function answerAt({ answers }: Pick<TestDraft, 'answers'>, stepId: string): DraftAnswer {
  return answers[stepId] ?? blankAnswer;
}

/** A test that nobody has begun; `ticketId` is the id that its ticket would get. */
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

/** A test that begins from one that was saved: a refused one, or one that is corrected. */
export function draftFrom(
  blank: TestDraft,
  saved: Pick<TestRecord, 'answers' | 'temperature' | 'humidity' | 'remarks' | 'limitation'> & {
    testers: readonly { testerId: string; certificateId: string }[];
    /** The ticket that a saved test has reported; its correction proposes no second one. */
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

/** Reads the number in a text: null for an empty text, undefined for one that is not a number or could mean two. */
export function numberIn(text: string): number | null | undefined {
  const read = readNumber(text);
  return 'value' in read ? read.value : undefined;
}

/** What is wrong with a text that is to be a number. */
export function numberProblem(text: string): string | undefined {
  const read = readNumber(text);
  return 'value' in read ? undefined : (read.problem ?? 'Please enter a number.');
}

/** The answers of a draft; what is no number counts as not done. */
export function answersOf({ steps, answers }: Pick<TestDraft, 'steps' | 'answers'>): Answer[] {
  return steps.flatMap(({ id: stepId }) => {
    const draft = answers[stepId];
    if (!draft) return [];
    const { found, left, ...rest } = draft;
    return [{ ...rest, stepId, found: numberIn(found) ?? null, left: numberIn(left) ?? null }];
  });
}

/** The first step with a text that is no number; -1 if there is none. */
export function firstWrongStep({ steps, answers }: Pick<TestDraft, 'steps' | 'answers'>): number {
  return steps.findIndex(({ id }) => {
    const draft = answers[id];
    return draft !== undefined && (numberIn(draft.found) === undefined || numberIn(draft.left) === undefined);
  });
}

/** Whether temperature or humidity is a text that is no number. */
export function hasWrongSurroundings({ temperature, humidity }: Pick<TestDraft, 'temperature' | 'humidity'>): boolean {
  return numberIn(temperature) === undefined || numberIn(humidity) === undefined;
}

/** Whether somebody has answered a step. */
export function isAnswered(step: Step, answer: DraftAnswer): boolean {
  if (step.kind === 'look') return answer.look !== null;
  if (step.kind === 'photo') return keptFiles(answer.photos).length > 0;
  if (step.kind === 'text') return answer.text.trim() !== '';
  return (numberIn(answer.left) ?? numberIn(answer.found) ?? null) !== null;
}

/** The testers of a draft with their certificates. */
export function testersOf({ testers }: Pick<TestDraft, 'testers'>, known: readonly TesterRecord[]): UsedTester[] {
  return testers.flatMap(({ testerId, certificateId }) => {
    const tester = known.find(({ id }) => id === testerId);
    const certificate = tester?.certificates.find(({ id }) => id === certificateId);
    if (!tester || !certificate) return [];
    return [usedTester(tester, certificate)];
  });
}

/** What the test comes to so far. */
export function judgeDraft(draft: TestDraft, known: readonly TesterRecord[], on: LocalDay) {
  const { steps, limitation } = draft;
  return judgeTest({ steps, answers: answersOf(draft), testers: testersOf(draft, known), on, limitation });
}

/** What a test is about. */
export interface TestTarget {
  deviceId: string;
  procedureId: string;
  taskId: string | null;
  correctsId: string | null;
  /** Who did it, as a refused entry that is corrected has said it; undefined: whoever has the schedule now. */
  vendorId?: string | null | undefined;
}

/** The entry that a draft becomes. */
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

/** Whether something is wrong with the device itself, and not with the testers or with what is left to do. */
export function hasFault(findings: readonly Pick<Finding, 'kind'>[]): boolean {
  return findings.some(({ kind }) => kind === 'not-ok' || kind === 'out-of-limits');
}

/** The proposed words of a failed test's ticket: the faults, and where there are none what else keeps it from a Pass. */
export function problemWords(findings: readonly Pick<Finding, 'kind' | 'words'>[]): string {
  const faults = findings.filter(({ kind }) => kind === 'not-ok' || kind === 'out-of-limits');
  const told = (faults.length > 0 ? faults : findings).map(({ words }) => words).join(' ');
  return startOfText(`Test failed. ${told}`, 4000);
}
