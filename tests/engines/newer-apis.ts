import bcd from '@mdn/browser-compat-data/forLegacyNode';
import type { Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data/types';
import { oldestBrowsers } from '#contract/browsers.ts';

/** An API: its interface and, for a member, the member's name. */
export interface Api {
  of: string;
  member: string | null;
}

const browsers = [
  ['chrome', oldestBrowsers.chrome],
  ['firefox', oldestBrowsers.firefox],
  ['safari', oldestBrowsers.safari],
] as const;

/** Compares versions such as 16.4 and 16.10 part by part. */
function isAtMost(version: string, limit: string): boolean {
  const [parts, limits] = [version, limit].map((each) => each.split('.').map(Number));
  for (const [at, part] of (parts ?? []).entries()) {
    const other = limits?.[at] ?? 0;
    if (part !== other) return part < other;
  }
  return true;
}

function covers({ version_added: added, version_removed: removed, flags }: SimpleSupportStatement, at: string) {
  if (typeof added !== 'string' || added === 'preview' || flags) return false;
  if (!isAtMost(added.replace('≤', ''), at)) return false;
  return typeof removed !== 'string' || !isAtMost(removed.replace('≤', ''), at);
}

/** Returns whether all of the oldest supported browsers have a feature. */
function isEverywhere({ __compat: compat }: Identifier): boolean {
  return browsers.every(([browser, version]) => {
    const support = compat?.support[browser];
    return [support ?? []].flat().some((statement) => covers(statement, version));
  });
}

const featuresOf = (identifier: Identifier): [string, Identifier][] =>
  Object.entries(identifier).filter(([name]) => name !== '__compat') as [string, Identifier][];

/** Returns whether a feature can be deleted: it is neither an event nor a detail of a member's behaviour. */
const isMember = (name: string): boolean =>
  /^[A-Za-z]\w*$/.test(name) && !name.endsWith('_event') && !name.includes('_');

/**
 * Returns global interfaces and members that at least one of the oldest supported browsers lacks. Source: MDN's browser
 * compatibility data.
 */
export function newerApis(): Api[] {
  return [...featuresOf(bcd.api), ...featuresOf(bcd.javascript.builtins as Identifier)].flatMap(
    ([of, features]): Api[] => {
      if (!/^[A-Za-z]\w*$/.test(of)) return [];
      if (features.__compat && !isEverywhere(features)) return [{ of, member: null }];
      return featuresOf(features)
        .map(([name, feature]) => ({ member: name.replace(/_static$/, ''), feature }))
        .filter(
          ({ member, feature }) => member !== of && isMember(member) && feature.__compat && !isEverywhere(feature),
        )
        .map(({ member }) => ({ of, member }));
    },
  );
}

/**
 * Deletes APIs from a page, as in the oldest browsers; runs in the page before the app. APIs that cannot be deleted
 * stay. Events and worker-only APIs are not covered.
 */
export function withhold(apis: readonly Api[]): void {
  const remove = (from: unknown, name: string): void => {
    if ((typeof from !== 'object' && typeof from !== 'function') || from === null) return;
    const known = Object.getOwnPropertyDescriptor(from, name);
    if (known?.configurable) Reflect.deleteProperty(from, name);
  };
  for (const { of, member } of apis) {
    if (member === null) {
      remove(globalThis, of);
      continue;
    }
    const holder: unknown = Reflect.get(globalThis, of);
    remove(holder, member);
    if (typeof holder === 'function') remove(holder.prototype, member);
    if (of === 'Window') remove(globalThis, member);
  }
}

/**
 * Makes a page behave as in browsers without popovers: the attribute has no effect, and a container establishes layout
 * containment, so that `fixed` elements in it are positioned and covered as part of it. Runs in the page before the
 * app.
 */
export function placeAsBefore(): void {
  const { setAttribute } = Element.prototype;
  Element.prototype.setAttribute = function (name, value) {
    if (name !== 'popover') setAttribute.call(this, name, value);
  };
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('[class*="@container"] { contain: layout }');
  document.adoptedStyleSheets.push(sheet);
}
