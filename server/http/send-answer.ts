import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyReply } from 'fastify';
import type { CallSpec } from '#contract/define.ts';
import type { CallName } from '#contract/index.ts';
import type { Services } from '../context.ts';
import { ReadyJson } from '../ready-json.ts';

/** The call to answer. */
interface AnsweredCall {
  name: CallName;
  spec: CallSpec;
  reply: FastifyReply;
}

/**
 * Sends the answer of a call, checked against the contract if the server is set to. Returns nothing: a reply is a
 * promise of its own completion, so an async caller would wait for it.
 */
export function sendAnswer(
  { checkAnswers }: Pick<Services, 'checkAnswers'>,
  { spec, name, reply }: AnsweredCall,
  status: number,
  answer: unknown,
): void {
  if (checkAnswers && answer !== undefined) checkAnswer(name, spec, answer);
  if (answer instanceof ReadyJson) sendReady(reply.code(status), answer);
  else void reply.code(status).send(status === 204 ? undefined : answer);
}

function sendReady(reply: FastifyReply, answer: ReadyJson<unknown>): void {
  const [only = '', ...more] = answer.pieces;
  const payload = more.length === 0 ? only : Readable.from(answer.pieces, { objectMode: false });
  void reply.type('application/json; charset=utf-8').send(payload);
}

/**
 * Checks an answer against the contract.
 * Throws: Error if it lacks fields or has additional ones.
 */
function checkAnswer(name: CallName, spec: CallSpec, answer: unknown): void {
  if (!spec.answer) return;
  const sent: unknown = JSON.parse(answer instanceof ReadyJson ? answer.text : JSON.stringify(answer));
  const checked = spec.answer.safeParse(sent);
  if (!checked.success) {
    throw new Error(`The answer of ${name} is not what the contract says: ${JSON.stringify(checked.error.issues)}`);
  }
  if (!isDeepStrictEqual(sent, checked.data))
    throw new Error(`The answer of ${name} tells more than the contract says`);
}
