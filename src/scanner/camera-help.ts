import type { CameraErrorKind } from './camera-error.ts';

/** Help for a camera that shows no picture. */
export interface CameraHelp {
  title: string;
  steps: readonly string[];
}

export interface Platform {
  userAgent: string;
  /** Distinguishes an iPad, which claims to be a Mac but has touch points. */
  maxTouchPoints: number;
  /** Opened from the home screen or as an installed app. */
  isInstalled: boolean;
}

/** Explains what happened and what to do, in the terms of the user's browser. */
export function cameraHelp(kind: CameraErrorKind, platform: Platform): CameraHelp {
  return kind === 'refused' ? { title: 'The camera is not allowed', steps: allowSteps(platform) } : helpOf[kind];
}

const helpOf: Readonly<Record<Exclude<CameraErrorKind, 'refused'>, CameraHelp>> = {
  'no-camera': {
    title: 'No camera was found',
    steps: ['Connect a camera, or choose a picture of the label, or type the serial number.'],
  },
  insecure: {
    title: 'The camera works on a secure address only',
    steps: ['Open this app at its https:// address.', 'Until then, type the serial number.'],
  },
  'in-use': {
    title: 'Another app is using the camera',
    steps: ['Close the other app or browser tab that uses the camera.', 'Then choose Try again.'],
  },
  'no-answer': {
    title: 'The camera does not answer',
    steps: [
      'If the browser asks for the camera, choose Allow.',
      'Else close other apps that use the camera, then choose Try again.',
      'If it still does not answer, restart this tablet. Until then, type the serial number.',
    ],
  },
  failed: {
    title: 'The camera did not start',
    steps: ['Choose Try again.', 'If it fails again, choose a picture of the label or type the serial number.'],
  },
};

function allowSteps(platform: Platform): readonly string[] {
  const { userAgent, isInstalled } = platform;
  if (isAppleTouchDevice(platform)) return appleSteps(userAgent, isInstalled);
  if (/Android/.test(userAgent)) return androidSteps(userAgent, isInstalled);
  if (/Firefox\//.test(userAgent)) {
    return [
      'Click the camera icon at the left of the address bar.',
      'Remove "Blocked" beside Use the camera.',
      'Choose Try again and then Allow.',
    ];
  }
  if (/Chrome\//.test(userAgent)) {
    return [
      isInstalled
        ? 'Click the three dots at the top of this window, then the first line with the site address.'
        : 'Click the icon at the left of the address bar.',
      'Set Camera to Allow.',
      'Choose Try again.',
    ];
  }
  if (/Safari\//.test(userAgent)) {
    return ['In the menu bar open Safari, Settings for this website.', 'Set Camera to Allow.', 'Choose Try again.'];
  }
  return ['Allow the camera for this site in the settings of the browser.', 'Choose Try again.'];
}

function isAppleTouchDevice({ userAgent, maxTouchPoints }: Platform): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

function appleSteps(userAgent: string, isInstalled: boolean): readonly string[] {
  if (isInstalled) {
    return [
      'Close this app: swipe it away in the app switcher.',
      'Open it from the home screen again and tap Allow when it asks for the camera.',
      'If it does not ask: open Settings, Apps, Safari, Camera and choose Ask or Allow.',
    ];
  }
  const otherBrowser = /CriOS/.test(userAgent)
    ? 'Chrome'
    : /FxiOS/.test(userAgent)
      ? 'Firefox'
      : /EdgiOS/.test(userAgent)
        ? 'Edge'
        : undefined;
  if (otherBrowser !== undefined) {
    return [
      `Open the Settings of this tablet, Apps, ${otherBrowser}, and turn on Camera.`,
      'Come back here, choose Try again and then Allow.',
    ];
  }
  return [
    'Tap the page menu button at the side of the address bar (aA on older versions).',
    'Open Website Settings and set Camera to Allow.',
    'Choose Try again. If it stays refused: open Settings, Apps, Safari, Camera and choose Ask or Allow.',
  ];
}

function androidSteps(userAgent: string, isInstalled: boolean): readonly string[] {
  const app = /Firefox\//.test(userAgent)
    ? 'Firefox'
    : /SamsungBrowser\//.test(userAgent)
      ? 'Samsung Internet'
      : /EdgA\//.test(userAgent)
        ? 'Edge'
        : 'Chrome';
  const deviceStep = `If Camera is not offered there: open the Settings of this tablet, Apps, ${app}, Permissions, Camera and choose Allow.`;
  if (isInstalled) {
    return [
      'Touch and hold the icon of this app on the home screen and open App info.',
      'Open Permissions, Camera and choose Allow.',
      deviceStep,
      'Come back here and choose Try again.',
    ];
  }
  return [
    'Tap the icon at the left of the address bar and open Permissions.',
    'Set Camera to Allow.',
    deviceStep,
    'Choose Try again.',
  ];
}
