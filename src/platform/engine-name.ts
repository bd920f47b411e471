const browsers: readonly [name: string, version: RegExp][] = [
  ['Edge', /Edg\/(\d+)/],
  ['Samsung Internet', /SamsungBrowser\/(\d+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /Version\/(\d+(?:\.\d+)?).*Safari/],
];
const systems: readonly [name: string, sign: RegExp][] = [
  ['Android', /Android/],
  ['iPad', /iPad/],
  ['iPhone', /iPhone/],
  ['Windows', /Windows/],
  ['ChromeOS', /CrOS/],
  // iPads also identify as a Mac, unless they request mobile sites.
  ['Mac or iPad', /Macintosh/],
  ['Linux', /Linux/],
];

/** Names browser and system of a user agent: "Chrome 156 on Android". An unknown one is "Another browser". */
export function engineName(userAgent: string): string {
  const version = browsers.flatMap(([name, sign]) => {
    const found = sign.exec(userAgent)?.[1];
    return found === undefined ? [] : [`${name} ${found}`];
  })[0];
  const system = systems.find(([, sign]) => sign.test(userAgent))?.[0];
  return `${version ?? 'Another browser'}${system === undefined ? '' : ` on ${system}`}`;
}
