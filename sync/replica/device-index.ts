import type { DeviceRecord } from '#contract/replica.ts';
import { fillFromLast } from './table.ts';
import type { SlotListener } from './table.ts';

/** Finds devices by serial number and by words, kept in step with the device table slot by slot. */
export interface DeviceIndex extends SlotListener {
  /** The id of the device with this serial number, ignoring case. */
  idBySerial(serialNumber: string): string | undefined;
  /** Slots of devices that contain every word, best first. An empty text matches the first slots. */
  search(text: string, limit: number): number[];
}

/** How well a hit matches, best first. */
const rank = { serialStart: 0, nameStart: 1, inSerial: 2, inName: 3, elsewhere: 4 } as const;
const ranks = Object.values(rank).length;

function searchText(device: DeviceRecord): string {
  return `${device.serialNumber}\n${device.equipmentName}\n${device.makeName}\n${device.modelName}\n${
    device.departmentName ?? ''
  }\n${device.location ?? ''}`.toLowerCase();
}

const serialKey = (serialNumber: string): string => serialNumber.trim().toLowerCase();

/**
 * Makes an empty index. A search scans one lower-cased string per row and sorts only the few rows shown. The strings are
 * made by the first search that needs them: a start that shows a list does not wait for them.
 */
export function createDeviceIndex(): DeviceIndex {
  const idsBySerial = new Map<string, string>();
  const devices: DeviceRecord[] = [];
  /** Empty until a search has needed it. */
  const texts: string[] = [];

  function textOf(slot: number): string {
    const device = devices[slot];
    return device === undefined ? '' : (texts[slot] ||= searchText(device));
  }

  function rankOf(slot: number, position: number): number {
    if (position === 0) return rank.serialStart;
    const { serialNumber = '', equipmentName = '' } = devices[slot] ?? {};
    const nameAt = serialNumber.length + 1;
    if (position < nameAt) return rank.inSerial;
    if (position === nameAt) return rank.nameStart;
    return position < nameAt + equipmentName.length + 1 ? rank.inName : rank.elsewhere;
  }

  /** The best rank of any word, or -1 when a word is missing. */
  function rankOfAll(slot: number, text: string, words: readonly string[], best: number): number {
    let found = best;
    for (let at = 1; at < words.length; at += 1) {
      const position = text.indexOf(words[at] ?? '');
      if (position < 0) return -1;
      found = Math.min(found, rankOf(slot, position));
    }
    return found;
  }

  return {
    put(slot, row, before) {
      const device = row as DeviceRecord;
      const old = before === undefined ? undefined : (before as DeviceRecord).serialNumber;
      if (old !== device.serialNumber) {
        if (old !== undefined && idsBySerial.get(serialKey(old)) === device.id) idsBySerial.delete(serialKey(old));
        idsBySerial.set(serialKey(device.serialNumber), device.id);
      }
      devices[slot] = device;
      texts[slot] = '';
    },
    remove(slot, row) {
      const key = serialKey((row as DeviceRecord).serialNumber);
      if (idsBySerial.get(key) === row.id) idsBySerial.delete(key);
      fillFromLast(devices, slot);
      fillFromLast(texts, slot);
    },
    idBySerial: (serialNumber) => idsBySerial.get(serialKey(serialNumber)),
    search(text, limit) {
      const words = text
        .toLowerCase()
        .split(/\s+/)
        .filter((word) => word !== '')
        .sort((a, b) => b.length - a.length);
      const [longest] = words;
      if (longest === undefined) return devices.slice(0, limit).map((_, slot) => slot);
      const hits: number[][] = Array.from({ length: ranks }, () => []);
      const best = hits[rank.serialStart] ?? [];
      for (let slot = 0; slot < devices.length && best.length < limit; slot += 1) {
        const row = textOf(slot);
        const position = row.indexOf(longest);
        if (position < 0) continue;
        const found = rankOfAll(slot, row, words, rankOf(slot, position));
        const list = hits[found];
        if (list !== undefined && list.length < limit) list.push(slot);
      }
      const bySerial = (a: number, b: number) => (textOf(a) < textOf(b) ? -1 : 1);
      return hits.flatMap((list) => list.sort(bySerial)).slice(0, limit);
    },
  };
}
