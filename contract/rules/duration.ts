import { millisecondsInMinute } from 'date-fns/constants';

/** Writes a length of time in its two largest units, as `2 d 4 h`; below a minute it is `0 min`. */
export function durationWords(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / millisecondsInMinute));
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 0) return two(days, 'd', hours % 24, 'h');
  return hours > 0 ? two(hours, 'h', minutes % 60, 'min') : `${minutes} min`;
}

function two(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}
