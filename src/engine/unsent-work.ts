/** What happens to unsent work when its author leaves. Source: sync/SPEC.md AU. */
export function unsentWorkText(count: number): string {
  const [what, they] = count === 1 ? ['1 entry has', 'It stays'] : [`${count} entries have`, 'They stay'];
  return `${what} not been sent. ${they} on this tablet and will be sent under your name.`;
}
