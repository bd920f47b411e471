/**
 * Returns the JSON of a body with sorted keys, so that the order of fields does not matter. Undefined fields count as
 * absent. Recurses as deep as the body, whose nesting `readJson` limits.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  let text = '';
  if (Array.isArray(value)) {
    for (const each of value) text += text === '' ? canonicalJson(each) : `,${canonicalJson(each)}`;
    return `[${text}]`;
  }
  const fields: Record<string, unknown> = { ...value };
  for (const field of Object.keys(fields).sort()) {
    const each = fields[field];
    if (each === undefined) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(field)}:${canonicalJson(each)}`;
  }
  return `{${text}}`;
}
