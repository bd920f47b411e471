/** Injection attempts against screens, queries, formats and paths. */
export const hostileParts = [
  '<script>window.__struck=1</script>',
  `"><img src=x onerror="window.__struck=1">`,
  `'; drop table ticket; --`,
  '${7*7}{{7*7}}%s%n',
  '../../etc/passwd',
  '‮🩺',
] as const;

/** All of them in one text that fits a one-line field; the mark identifies the field. */
export const hostileText = (mark: string): string => `=1+1 ${hostileParts.join(' ')} ${mark}`;
