/** Joins the class names that apply, so a part can switch classes without string work. */
export function cx(...parts: readonly (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ');
}
