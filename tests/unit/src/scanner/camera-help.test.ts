import { describe, expect, it } from 'vitest';

import { toCameraErrorKind } from '#ui/scanner/camera-error.ts';
import { cameraHelp, type Platform } from '#ui/scanner/camera-help.ts';

const agents = {
  iPhone: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Safari/604.1',
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15',
  android: 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
  desk: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
};

describe('A camera that does not start is explained', () => {
  const errors = [
    [new DOMException('Permission denied', 'NotAllowedError'), 'refused'],
    [new DOMException('Requested device not found', 'NotFoundError'), 'no-camera'],
    [{ name: 'OverconstrainedError', message: '', constraint: 'deviceId' }, 'no-camera'],
    [new DOMException('Could not start video source', 'NotReadableError'), 'in-use'],
    [new Error('No picture came.'), 'failed'],
    ['navigator.mediaDevices not supported', 'failed'],
  ] as const;
  it.each(errors)('"%s" is %s', (error, kind) => {
    expect(toCameraErrorKind(error, true)).toBe(kind);
  });

  it('an address without https is reported first', () => {
    expect(toCameraErrorKind('Camera streaming not supported by the browser.', false)).toBe('insecure');
  });

  const platforms = [
    ['Safari on an iPhone', agents.iPhone, {}, 'Website Settings'],
    ['Safari on an iPad, which names itself a Mac', agents.mac, { maxTouchPoints: 5 }, 'Website Settings'],
    ['the home-screen app on an iPhone', agents.iPhone, { isInstalled: true }, 'home screen'],
    ['Chrome on an iPhone', `${agents.iPhone} CriOS/140.0`, {}, 'Apps, Chrome'],
    ['Chrome on Android', agents.android, {}, 'left of the address bar'],
    ['the installed app on Android', agents.android, { isInstalled: true }, 'App info'],
    ['Samsung Internet', `${agents.android} SamsungBrowser/28.0`, {}, 'Samsung Internet'],
    ['Chrome on a desk', agents.desk, {}, 'left of the address bar'],
    ['Safari on a Mac', agents.mac, {}, 'Settings for this website'],
  ] as const;
  it.each(platforms)('how to allow it is explained for %s', (_name, userAgent, traits, words) => {
    const platform: Platform = { userAgent, maxTouchPoints: 0, isInstalled: false, ...traits };
    expect(cameraHelp('refused', platform).steps.join(' ')).toContain(words);
  });
});
