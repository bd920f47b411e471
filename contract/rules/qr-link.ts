import { readGs1 } from './gs1.ts';
import { readHibc } from './hibc.ts';
import { cleanSerial } from './typed-text.ts';

/** The meaning of a scanned or typed text; `raw` is the text as read, without surrounding spaces. */
export type Scan = ScannedLabel & { readonly raw: string };

type ScannedLabel =
  | { readonly kind: 'device-link'; readonly serialNumber: string; readonly hospitalId?: string }
  /** A manufacturer's label (unique device identification) by GS1 or HIBC. */
  | { readonly kind: 'udi'; readonly serialNumber?: string; readonly gtin?: string }
  | { readonly kind: 'serial'; readonly serialNumber: string };

const deviceLinkPattern = /^https?:\/\/[^/?#\s]+\/equipmentdetails\/([^?#]+?)\/?(?:\?([^#]*))?(?:#.*)?$/i;
const gs1LinkPattern = /^https?:\/\/[^?#\s]+?\/01\/(\d{8,14})(?:\/[^?#]*?)??\/21\/([^/?#]+)/i;
const symbologyPrefix = /^\][A-Za-z]\d/;
const edgeNoise = /^[\s\p{Cc}]+|[\s\p{Cc}]+$/gu;
const gtinDigits = 14;

/**
 * Reads a scanned label: our own link on any host, a label by GS1 or HIBC, else a plain serial.
 * Source: docs/product.md P54 and P29 (`?h=`).
 */
export function readScan(text: string): Scan {
  return { ...readLabel(text), raw: text.trim() };
}

function readLabel(text: string): ScannedLabel {
  const gs1 = readGs1(text.trim());
  if (gs1) return { kind: 'udi', ...gs1 };
  const content = text.replace(edgeNoise, '').replace(symbologyPrefix, '');
  const hibc = readHibc(content);
  if (hibc) return { kind: 'udi', ...hibc };
  return readDeviceLink(content) ?? readGs1Link(content) ?? { kind: 'serial', serialNumber: cleanSerial(content) };
}

/**
 * Returns the link on our QR labels. It names the hospital, because a serial may exist in two, and carries the token of
 * the label where it is known.
 */
export function deviceLink(origin: string, serialNumber: string, hospitalId?: string, token?: string): string {
  const link = `${origin.replace(/\/+$/, '')}/equipmentdetails/${encodeURIComponent(serialNumber)}`;
  const query = Object.entries({ h: hospitalId, t: token }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return query.length === 0 ? link : `${link}?${query.join('&')}`;
}

function readDeviceLink(text: string): ScannedLabel | null {
  const match = deviceLinkPattern.exec(text);
  const serialNumber = cleanSerial(decoded(match?.[1] ?? ''));
  if (serialNumber === '') return null;
  const hospitalId = queryValue(match?.[2] ?? '', 'h');
  return { kind: 'device-link', serialNumber, ...(hospitalId ? { hospitalId } : {}) };
}

function readGs1Link(text: string): ScannedLabel | null {
  const match = gs1LinkPattern.exec(text);
  if (!match?.[1] || !match[2]) return null;
  return { kind: 'udi', serialNumber: decoded(match[2]), gtin: match[1].padStart(gtinDigits, '0') };
}

function queryValue(query: string, name: string): string | undefined {
  const pair = query.split('&').find((part) => part.toLowerCase().startsWith(`${name}=`));
  return pair === undefined ? undefined : decoded(pair.slice(name.length + 1).replaceAll('+', ' ')).trim();
}

/** Decodes a part of an address once. Labels of others may contain a bare percent sign, which is read as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
