/**
 * Returns a serial number without the differences that people and scanners miss: case, spaces, dashes, dots, slashes, leading
 * zeros, O and 0, and I, L and 1.
 */
function bareSerial(serialNumber: string): string {
  return serialNumber
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}_./\\]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
    .replace(/^0+(?=.)/, '');
}

/** Returns at most `most` devices whose serial number is easily mistaken for the text, in their order. */
export function nearSerials<Device extends { readonly serialNumber: string }>(
  text: string,
  devices: readonly Device[],
  most: number,
): Device[] {
  const bare = bareSerial(text);
  return bare === '' ? [] : devices.filter(({ serialNumber }) => bareSerial(serialNumber) === bare).slice(0, most);
}
