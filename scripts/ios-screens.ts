/** A screen of an iPhone or iPad, held upright. Units: CSS pixels, device pixels per CSS pixel. */
interface IosScreen {
  width: number;
  height: number;
  ratio: number;
}

/** A startup picture: what iOS shows from the tap on the home screen until the first frame of the app. */
export interface StartupPicture {
  /** Below public/. */
  file: string;
  /** Units: device pixels. */
  widthPx: number;
  heightPx: number;
  ratio: number;
  media: string;
}

/**
 * Screens of the iPhones and iPads that run Safari 16.4 or newer; iOS takes a picture only if it has exactly the screen's
 * size, and shows a white screen otherwise. Source: Apple, Human Interface Guidelines, Layout, specifications.
 */
const screens: readonly IosScreen[] = [
  { width: 375, height: 667, ratio: 2 },
  { width: 375, height: 812, ratio: 3 },
  { width: 390, height: 844, ratio: 3 },
  { width: 393, height: 852, ratio: 3 },
  { width: 402, height: 874, ratio: 3 },
  { width: 414, height: 736, ratio: 3 },
  { width: 414, height: 896, ratio: 2 },
  { width: 414, height: 896, ratio: 3 },
  { width: 420, height: 912, ratio: 3 },
  { width: 428, height: 926, ratio: 3 },
  { width: 430, height: 932, ratio: 3 },
  { width: 440, height: 956, ratio: 3 },
  { width: 744, height: 1133, ratio: 2 },
  { width: 768, height: 1024, ratio: 2 },
  { width: 810, height: 1080, ratio: 2 },
  { width: 820, height: 1180, ratio: 2 },
  { width: 834, height: 1112, ratio: 2 },
  { width: 834, height: 1194, ratio: 2 },
  { width: 834, height: 1210, ratio: 2 },
  { width: 1024, height: 1366, ratio: 2 },
  { width: 1032, height: 1376, ratio: 2 },
];

/** Every startup picture that index.html links to: each screen upright and lying. */
export const startupPictures: readonly StartupPicture[] = screens.flatMap(({ width, height, ratio }) =>
  (['portrait', 'landscape'] as const).map((orientation) => {
    const [across, down] = orientation === 'portrait' ? [width, height] : [height, width];
    return {
      file: `startup/${across * ratio}x${down * ratio}.png`,
      widthPx: across * ratio,
      heightPx: down * ratio,
      ratio,
      // device-width and device-height are those of the upright screen, however it is held.
      media: `(device-width: ${width}px) and (device-height: ${height}px) and (-webkit-device-pixel-ratio: ${ratio}) and (orientation: ${orientation})`,
    };
  }),
);
