import type { BodyInput } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import type { Command } from './types.ts';

type NoteCall = 'addTicketNote' | 'addTaskNote';
type Note = { [N in NoteCall]: { name: N; body: BodyInput<Calls[N]> } }[NoteCall];

/** What a closing says beside its first text, and how the note names it. */
const furtherTexts = [
  ['resolutionNote', ''],
  ['partDetails', 'Part: '],
  ['partCost', 'Part cost: '],
  ['followUpAction', 'Follow-up: '],
  ['ActionRequiredDetails', 'Action required: '],
] as const;

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** All that a refused closing or report says, as one text: no fact is lost. */
function noteText(body: Readonly<Record<string, unknown>>): string {
  const first = textOf(body['actionTaken'] ?? body['ActionsTaken']);
  const further = furtherTexts.map(([field, name]) => {
    const text = textOf(body[field]);
    return text === '' ? '' : `${name}${text}`;
  });
  return [first, ...further].filter((text) => text !== '').join('\n');
}

/** The note that a refused closing or report becomes on the record that somebody else closed, with its files. */
export function noteOf({ call, lastError, files }: Command): Note {
  const body = (call.body ?? {}) as Readonly<Record<string, unknown>>;
  const note = noteText(body);
  if (lastError?.code === 'ticket.already_closed') {
    return { name: 'addTicketNote', body: { ticketId: textOf(body['id'] ?? body['ticketId']), note } };
  }
  // The refused entry has passed the same rules for its files.
  const carried = files as BodyInput<Calls['addTaskNote']>['files'];
  return { name: 'addTaskNote', body: { taskId: textOf(body['taskId'] ?? body['TaskId']), note, files: carried } };
}
