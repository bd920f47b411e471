/** What a label says. */
export interface Label {
  serialNumber: string;
  /** The hospital; empty on labels printed before two hospitals could have the same serial number. */
  h: string;
  /** The label's token; empty on labels printed before there were tokens. */
  t: string;
}

/** Decodes a part of an address; returns it unchanged if its encoding is invalid. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Reads the label from the address of the page. */
export function readLabel({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Label {
  const params = new URLSearchParams(search);
  const [, serial = ''] = /^\/[^/]+\/([^/]+)/.exec(pathname) ?? [];
  return { serialNumber: decoded(serial), h: params.get('h') ?? '', t: params.get('t') ?? '' };
}
