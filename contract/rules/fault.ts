import { type CrashReport, maxStack, stackPosition } from '../records/crash.ts';

/** Describes what was thrown, without its message, which may quote what somebody typed. */
export function describeFault(error: unknown): Pick<CrashReport, 'name' | 'stack'> {
  const { name, stack = '' } = error instanceof Error ? error : { name: typeof error };
  const positions = [...stack.matchAll(/(\/[\w./-]+:\d+:\d+)/g)].flatMap(([, found = '']) => {
    const position = found.replace(/^\/\/[^/]+/, '');
    return stackPosition.test(position) ? [position] : [];
  });
  return { name: /^\w{1,60}$/.test(name) ? name : 'Error', stack: positions.slice(0, maxStack) };
}
