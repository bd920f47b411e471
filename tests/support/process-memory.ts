import { readFileSync } from 'node:fs';

/**
 * Memory of a process now (`VmRSS`) or at most so far (`VmHWM`); 0 where the system does not report it. Units: MB.
 * Source: proc(5).
 */
export function processMemoryMb(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  try {
    const line = new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return Math.round(Number(line?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}
