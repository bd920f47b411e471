import type { Page } from '@playwright/test';
import type { PageBenches } from './page/main.ts';

/** Calls a measurement in the page. */
export function inPage<N extends keyof PageBenches>(
  page: Page,
  name: N,
  ...input: Parameters<PageBenches[N]>
): Promise<Awaited<ReturnType<PageBenches[N]>>> {
  return page.evaluate(
    async ([name, input]) => {
      const bench = window.wardBench[name] as (...input: unknown[]) => Promise<unknown>;
      return (await bench(...input)) as never;
    },
    [name, input] as const,
  );
}
