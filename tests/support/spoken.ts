import type { CDPSession, Locator, Page } from '@playwright/test';

/** A node of the accessibility tree, as the browser describes it. */
interface AxNode {
  role?: { value: string };
  name?: { value: string };
  description?: { value: string };
  value?: { value: string | number };
  properties?: { name: string; value: { value: unknown } }[];
}

/** Writes down what a screen reader is given for each key: names, roles, states and live messages. */
export interface Spoken {
  /** Presses a key; `until` is what the key must bring before the next one. */
  press(key: string, until?: Locator): Promise<void>;
  /** Presses Tab until a control is announced in these words. Throws: if no control within `most` presses is. */
  tabTo(words: RegExp, key?: 'Tab' | 'Shift+Tab'): Promise<void>;
  type(text: string): Promise<void>;
  /** Opens a screen, as from a bookmark. */
  open(address: string, title: RegExp, until?: Locator): Promise<void>;
  /** Everything announced so far, a line for each key. */
  story(): string;
}

/** More stops than this are too far for anybody. */
const most = 80;
/** A page that has not changed for this long has finished what a key began. Units: ms. */
const stillMs = 150;
const shownStates = new Set(['checked', 'pressed', 'expanded', 'selected', 'disabled', 'required', 'invalid', 'level']);
/** Parts whose name a screen reader announces when the focus enters them. */
const places =
  /^(dialog|alertdialog|group|radiogroup|navigation|main|banner|complementary|contentinfo|region|menu|tablist|row|search|form)$/;

/** Replaces what differs from day to day and run to run. */
const steady = (text: string): string =>
  text
    .replaceAll(/\d{1,2}:\d{2}( [AP]M)?/gi, '(time)')
    .replaceAll(
      /\b(\w+day, )?\d{1,2} [A-Z][a-z]{2,8},? \d{4}\b|\b\d{1,2}\/\d{1,2}\/\d{4}\b|\b\d{4}-\d{2}-\d{2}\b/g,
      '(day)',
    )
    .replaceAll(/\b20\d\d\b/g, '(year)')
    .replaceAll(/\s+/g, ' ')
    .trim();

function wordsOf({ role, name, value, description, properties = [] }: AxNode): string {
  const states = properties.flatMap(({ name: state, value: { value: is } }) => {
    if (!shownStates.has(state) || is === false || is === 'false') {
      return state === 'expanded' ? ['collapsed'] : state === 'checked' ? ['not checked'] : [];
    }
    return [is === true || is === 'true' ? state : `${state} ${String(is)}`];
  });
  if (role?.value === 'generic' || role?.value === 'RootWebArea') return 'the page itself';
  const parts = [
    `${role?.value ?? 'nothing'} “${name?.value ?? ''}”`,
    ...(value === undefined || value.value === '' ? [] : [`value “${value.value}”`]),
    ...states,
    // Screen readers leave out a description that repeats the name.
    ...(description?.value && description.value !== name?.value ? [`(${description.value})`] : []),
  ];
  return steady(parts.join(', '));
}

/**
 * Listens to the live regions of the page; announcements of the sync state depend on timing and have their own test.
 */
async function listen(page: Page): Promise<() => string[]> {
  const heard: string[] = [];
  await page.exposeFunction('heardLive', (text: string) => heard.push(text));
  await page.addInitScript(() => {
    const live = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive], output:not(body > *)';
    const told = new WeakMap<Element, string>();
    const look = () => {
      document.documentElement.dataset['changedAt'] = String(performance.now());
      for (const part of document.querySelectorAll(live)) {
        const text = (part.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
        if (told.get(part) === text) continue;
        told.set(part, text);
        if (text) (window as unknown as { heardLive: (said: string) => void }).heardLive(text);
      }
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  });
  return () => heard.splice(0).map(steady);
}

/** Returns the focused node, then the nodes around it from the inside to the outside. */
async function focusedNodes(page: Page, cdp: CDPSession): Promise<AxNode[]> {
  await page.waitForFunction(
    (still) => performance.now() - Number(document.documentElement.dataset['changedAt']) > still,
    stillMs,
  );
  const { result } = await cdp.send('Runtime.evaluate', { expression: 'document.activeElement' });
  const { objectId } = result;
  if (objectId === undefined) return [];
  const { nodes } = await cdp.send('Accessibility.getPartialAXTree', { objectId, fetchRelatives: true });
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const { node } = await cdp.send('DOM.describeNode', { objectId });
  const chain: AxNode[] = [];
  let at = nodes.find(({ backendDOMNodeId }) => backendDOMNodeId === node.backendNodeId);
  while (at) {
    if (!at.ignored) chain.push(at as AxNode);
    at = byId.get(at.parentId ?? '');
  }
  return chain;
}

/** Starts to write down what a page says; Chromium only. */
export async function spokenBy(page: Page): Promise<Spoken> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Accessibility.enable');
  const heard = await listen(page);
  const lines: string[] = [];
  let around: string[] = [];
  let last = '';
  let title = '';
  const say = async (key: string) => {
    const [focus, ...outer] = await focusedNodes(page, cdp);
    const within = outer.flatMap(({ role, name, description }) =>
      places.test(role?.value ?? '') && name?.value
        ? [steady(`${role?.value} “${name.value}”${description?.value ? ` (${description.value})` : ''}`)]
        : [],
    );
    const entered = within.filter((place) => !around.includes(place)).toReversed();
    around = within;
    // Chromium's tree leaves out that a select is required; the platform's trees have it.
    const isRequired = await page.evaluate(
      () => document.activeElement?.matches('select[aria-required=true]') === true,
    );
    const words = focus ? `${wordsOf(focus)}${isRequired ? ', required' : ''}` : 'nothing';
    const now = await page.title();
    const parts = [
      ...(now === title ? [] : [`the window “${steady(now)}”`]),
      ...(words === last && entered.length === 0 ? [] : [[...entered, words].join(' > ')]),
      ...heard().map((text) => `says “${text}”`),
    ];
    last = words;
    title = now;
    lines.push(`${key}: ${parts.join('; ') || (key === 'Tab' ? 'the next part of it' : 'no change')}`);
  };
  const spoken: Spoken = {
    press: async (key, until) => {
      await page.keyboard.press(key);
      await until?.waitFor();
      await say(key);
    },
    tabTo: async (words, key = 'Tab') => {
      for (let stop = 0; stop < most; stop += 1) {
        await spoken.press(key);
        if (words.test(last)) return;
      }
      throw new Error(`${words} was not reached with ${key}:\n${lines.slice(-most).join('\n')}`);
    },
    type: async (text) => {
      // Slower than a scanner, whose keys the app takes for a label.
      await page.keyboard.type(text, { delay: 60 });
      await say(`types “${text}”`);
    },
    open: async (address, expected, until) => {
      await page.goto(address);
      await page.waitForFunction((source) => new RegExp(source).test(document.title), expected.source);
      await page.waitForFunction(() => document.querySelector('[aria-busy=true], .animate-shimmer') === null);
      // The header completes itself after the first screen.
      await page.getByRole('button', { name: 'Search everywhere' }).waitFor();
      await until?.waitFor();
      await focusedNodes(page, cdp);
      heard();
      await say('opens the screen');
    },
    story: () => `${lines.join('\n')}\n`,
  };
  return spoken;
}
