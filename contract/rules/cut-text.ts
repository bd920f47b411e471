/** Returns the first characters of a text, at most `most` UTF-16 units, and never half of a pair such as an emoji. */
export function startOfText(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
}

/** Returns the last characters of a text, at most `most` UTF-16 units, and never half of a pair such as an emoji. */
export function endOfText(text: string, most: number): string {
  return text.length <= most ? text : text.slice(-most).replace(/^[\uDC00-\uDFFF]/, '');
}
