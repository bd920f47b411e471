/**
 * The JSON of a body with sorted keys: two ways to write the same fields give one text. Fields that are undefined count as absent.
 * Recurses as deep as a body may be nested, which `readJson` bounds.
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
