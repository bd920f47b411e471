// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { drawScreen } from '#tests/support/screen.tsx';
import { ThisTabletCard } from '#ui/features/settings/this-tablet-card.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const whyOnIos = /home screen.+its own storage.+clears .+ after 7 days without use/i;

/** Platforms by user agent and number of touch points, with the expected instructions. */
const platforms: [string, string, number, RegExp][] = [
  ['iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15', 5, whyOnIos],
  [
    'iPad, which calls itself a Mac',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15',
    5,
    whyOnIos,
  ],
  [
    'Mac',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15',
    0,
    /^Open the browser’s menu.+offered/,
  ],
  [
    'Android',
    'Mozilla/5.0 (Linux; Android 14; Tablet) Gecko/140.0 Firefox/140.0',
    5,
    /^Open the browser’s menu.+Install app/,
  ],
];

describe('How to put the app on the home screen', () => {
  it.each(platforms)('%s', (_name, agent, fingers, words) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent);
    vi.spyOn(navigator, 'maxTouchPoints', 'get').mockReturnValue(fingers);
    drawScreen(<ThisTabletCard isWard />);
    expect(screen.getByText(words)).toBeTruthy();
  });
});
