import { readFileSync } from 'node:fs';

/**
 * Returns a process's current memory (`VmRSS`) or its peak (`VmHWM`); 0 if the system does not report it. Units: MB.
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
