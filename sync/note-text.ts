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

/** All that a refused closing or report says, as the text of the note it becomes: no fact is lost. */
export function noteText(body: Readonly<Record<string, unknown>>): string {
  const first = textOf(body['actionTaken'] ?? body['ActionsTaken']);
  const further = furtherTexts.map(([field, name]) => {
    const text = textOf(body[field]);
    return text === '' ? '' : `${name}${text}`;
  });
  return [first, ...further].filter((text) => text !== '').join('\n');
}
