/**
 * What stays of a serial number when what people and scanners mix up is left out: case, spaces, dashes, dots, slashes,
 * leading zeros, and the likeness of O and 0 and of I, L and 1.
 */
function bareSerial(serialNumber: string): string {
  return serialNumber
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}_./\\]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
    .replace(/^0+(?=.)/, '');
}

/** The devices whose serial number is easily taken for the text, in their order, at most `most`. */
export function nearSerials<Device extends { readonly serialNumber: string }>(
  text: string,
  devices: readonly Device[],
  most: number,
): Device[] {
  const bare = bareSerial(text);
  return bare === '' ? [] : devices.filter(({ serialNumber }) => bareSerial(serialNumber) === bare).slice(0, most);
}
