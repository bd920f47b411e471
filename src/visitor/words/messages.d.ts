/** A catalogue, compiled by `scripts/catalogues.ts`. */
declare module '*.messages' {
  const messages: Readonly<Record<string, (facts?: Readonly<Record<string, string | number>>) => string>>;
  export default messages;
}
