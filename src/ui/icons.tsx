import { cx } from './class-names.ts';

/* One path a name, drawn on a 24 px grid with a 1.8 px round stroke. */
const paths = {
  home: 'M4 11l8-7 8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z',
  rounds: 'M9 4h6v3H9zM9 5H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1V6a1 1 0 0 0-1-1h-3M8.5 14l2.5 2.5 4.5-5',
  scan: 'M4 8V5a1 1 0 0 1 1-1h3M16 4h3a1 1 0 0 1 1 1v3M20 16v3a1 1 0 0 1-1 1h-3M8 20H5a1 1 0 0 1-1-1v-3M8 9v6M12 9v6M16 9v6',
  ticket:
    'M3 9V6a1 1 0 0 1 1-1h16a1 1 0 0 1 1 1v3a3 3 0 0 0 0 6v3a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-3a3 3 0 0 0 0-6zM12 8.5v4M12 15.5v.1',
  more: 'M5 12v.01M12 12v.01M19 12v.01',
  menu: 'M4 7h16M4 12h16M4 17h16',
  dot: 'M12 9a3 3 0 1 0 0 6 3 3 0 1 0 0-6',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  'check-circle': 'M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18M8 12.4l2.8 2.8L16 9.5',
  warning: 'M12 4L2.8 19.2a.6.6 0 0 0 .5.8h17.4a.6.6 0 0 0 .5-.8zM12 10v4.5M12 17.2v.1',
  octagon: 'M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3zM9 9l6 6M15 9l-6 6',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18M12 11v5.5M12 7.7v.1',
  help: 'M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18M9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M12 16.6v.1',
  x: 'M6 6l12 12M18 6L6 18',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 1 0 0-13M15.5 15.5L20 20',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  'chevron-left': 'M14.5 6l-6 6 6 6',
  'chevron-right': 'M9.5 6l6 6-6 6',
  'chevron-up': 'M6 14.5l6-6 6 6',
  'chevron-down': 'M6 9.5l6 6 6-6',
  'arrow-left': 'M19 12H5M11 6l-6 6 6 6',
  'sort-up': 'M12 19V5M6.5 10.5L12 5l5.5 5.5',
  'sort-down': 'M12 5v14M6.5 13.5L12 19l5.5-5.5',
  filter: 'M4 6h16M7 12h10M10 18h4',
  camera:
    'M4 8h3.5L9 5.5h6L16.5 8H20a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1M12 10a3.5 3.5 0 1 0 0 7 3.5 3.5 0 1 0 0-7',
  'camera-flip':
    'M4 8h3.5L9 5.5h6L16.5 8H20a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1M8.5 13a3.5 3.5 0 0 1 6-2.4M15.5 14a3.5 3.5 0 0 1-6 2.4M15 8.8v2h-2M9 18.2v-2h2',
  torch: 'M8 3h8v4l-2 3v10a1 1 0 0 1-1 1h-2a1 1 0 0 1-1-1V10L8 7zM8 6.5h8M12 12.5v2',
  zoom: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 1 0 0-13M15.5 15.5L20 20M10.5 8v5M8 10.5h5',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2zM19.5 14v1M14 19.5h1M7 7v.01M17 7v.01M7 17v.01',
  calendar: 'M5 6h14a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1M4 10.5h16M8.5 3.5v4M15.5 3.5v4',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18M12 7v5.2l3.3 2',
  phone: 'M8.5 4H5a1 1 0 0 0-1 1c0 8.3 6.7 15 15 15a1 1 0 0 0 1-1v-3.500l-4.5-1.5-2 2a12 12 0 0 1-5-5l2-2z',
  mail: 'M4 6h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1M3.5 7.500L12 13l8.5-5.5',
  download: 'M12 4v11M7 10.500l5 5 5-5M4 20h16',
  upload: 'M12 16V5M7 9.500l5-5 5 5M4 20h16',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5.500M14 11v5.5',
  edit: 'M4 20l1-4.500L16 4.500a1.4 1.4 0 0 1 2 0l1.5 1.500a1.4 1.4 0 0 1 0 2L8.5 19zM14 6.500l3.5 3.5',
  copy: 'M9 8h10a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1M5 16a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1',
  print: 'M7 9V4h10v5M7 17H5a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1h14a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-2M7 14h10v6H7z',
  undo: 'M8 5L4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-4',
  external: 'M14 4h6v6M20 4l-9 9M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 1 0 0-8M4.5 20c.6-3.6 3.6-5.5 7.5-5.500s6.9 1.9 7.5 5.5',
  users:
    'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 1 0 0-7M2.5 19.500c.5-3.2 3-5 6.5-5s6 1.8 6.5 5M15.5 5.300a3.5 3.5 0 0 1 0 6.400M18 14.900c2 .6 3.2 2.2 3.5 4.6',
  logout: 'M14 4h5a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1h-5M15 12H4M8 7.500L3.5 12 8 16.5',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5a2 2 0 1 0 0 4 2 2 0 1 0 0-4M9 15a2 2 0 1 0 0 4 2 2 0 1 0 0-4',
  building: 'M5 21V5a1 1 0 0 1 1-1h12a1 1 0 0 1 1 1v16M3 21h18M12 7.500v5M9.5 10h5M10 21v-4.500h4V21',
  location: 'M12 21c4.5-4.5 7-8 7-11a7 7 0 0 0-14 0c0 3 2.5 6.5 7 11zM12 7.500a2.5 2.5 0 1 0 0 5 2.5 2.5 0 1 0 0-5',
  device:
    'M5 4h14a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1M4 10.500h4l1.5-3 3 6 1.7-3H20M9 20h6M12 16v4',
  wrench:
    'M20 7.500l-3.5 2.8-2.8-2.800L16.5 4a5 5 0 0 0-6.3 6.500L4.6 16a2.3 2.3 0 0 0 3.3 3.300l5.6-5.600A5 5 0 0 0 20 7.500z',
  shield: 'M12 3l8 3v5.500c0 4.5-3.2 7.8-8 9.5-4.8-1.7-8-5-8-9.500V6zM8.5 12l2.5 2.5 4.5-5',
  file: 'M6 3h8l5 5v12a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1M14 3v5h5M9 13h6M9 16.500h6',
  chart: 'M4 20h16M7 16v-5M12 16V6M17 16v-8',
  bell: 'M12 4a5.5 5.5 0 0 0-5.5 5.500c0 5-2 6.5-2 6.500h15s-2-1.5-2-6.500A5.5 5.5 0 0 0 12 4M10 19.500a2 2 0 0 0 4 0',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 1 0 0-6',
  'eye-off':
    'M4 4l16 16M9.5 5.800A9 9 0 0 1 12 5.500c6 0 9.5 6.5 9.5 6.500a15 15 0 0 1-3 3.700M6.3 7.300A15 15 0 0 0 2.5 12S6 18.5 12 18.500a9 9 0 0 0 4.5-1.200M10 10a3 3 0 0 0 4.2 4.2',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 1 0 0-8M12 2.500v2M12 19.500v2M2.5 12h2M19.5 12h2M5.3 5.300l1.4 1.400M17.3 17.300l1.4 1.400M5.3 18.700l1.4-1.400M17.3 6.700l1.4-1.4',
  moon: 'M20 14.500A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.500z',
  refresh: 'M20 5v5h-5M4 19v-5h5M5 9.500a7.5 7.5 0 0 1 12.8-2.800L20 10M19 14.500a7.5 7.5 0 0 1-12.8 2.800L4 14',
  'wifi-off':
    'M4 4l16 16M2.5 9.500a14 14 0 0 1 4-2.600M10.5 5.600a14 14 0 0 1 11 3.900M6 13.300a9 9 0 0 1 4.5-2.300M15 11.600a9 9 0 0 1 3 1.700M9.5 16.800a4 4 0 0 1 5 0M12 20v.01',
  'cloud-ok': 'M7 19a4.5 4.5 0 0 1-.6-9A6 6 0 0 1 18 10.500a4.3 4.3 0 0 1-.5 8.500zM9 14l2.2 2.2 4-4.2',
  'cloud-up': 'M7 19a4.5 4.5 0 0 1-.6-9A6 6 0 0 1 18 10.500a4.3 4.3 0 0 1-.5 8.500M12 21v-8.500M9 15l3-3 3 3',
  'cloud-down': 'M7 18a4.5 4.5 0 0 1-.6-9A6 6 0 0 1 18 9.500a4.3 4.3 0 0 1-.5 8.500M12 11.500V20M9 17.500l3 3 3-3',
  'cloud-off':
    'M4 4l16 16M17.5 19H7a4.5 4.5 0 0 1-.6-9 6 6 0 0 1 .9-1.800M10 5.400a6 6 0 0 1 8 5.1 4.3 4.3 0 0 1 3 6.5',
  'cloud-alert': 'M7 19a4.5 4.5 0 0 1-.6-9A6 6 0 0 1 18 10.500a4.3 4.3 0 0 1-.5 8.500zM12 10v3.500M12 16v.1',
} as const;

/** Every icon by name. */
export type IconName = keyof typeof paths;

/** All icon names, for pickers and the sanity test of the set. */
export const iconNames = Object.keys(paths).filter((name): name is IconName => name in paths);

interface IconProps {
  name: IconName;
  /** Units: px. */
  size?: number;
  /** Spoken name; without it the icon is decoration beside a word. */
  label?: string;
  className?: string;
}

/** Draws one icon in the colour of the text around it. */
export function Icon({ name, size = 20, label, className }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 3 : 1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={cx('shrink-0', className)}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d={paths[name]} />
    </svg>
  );
}
