import type { FirstHourKey } from '#contract/rules/first-hour.ts';
import type { Role } from '#contract/define.ts';
import { paths, withQuery } from '#ui/paths.ts';
import type { IconName } from '#ui/ui/icons.tsx';

/** The words for a step in the guide. */
interface StepWords {
  title: string;
  icon: IconName;
  text: string;
  /** The step's link and its label. */
  link?: (hospitalId: string) => { to: string; label: string };
}

/** The words for who takes a step. */
export const takers: Record<Role, string> = { Admin: 'Administrator', Hospital: 'Office', BME: 'Engineer' };

/** The words for each step; the screens they link to explain the details. */
export const stepWords: Record<FirstHourKey, StepWords> = {
  hospital: {
    title: 'Create the hospital',
    icon: 'building',
    text: 'Name, address, number of engineers, and the office account.',
    link: (hospitalId) => ({ to: paths.hospitalEdit(hospitalId), label: 'Edit the hospital' }),
  },
  office: {
    title: 'Hand over the office’s sign-in',
    icon: 'mail',
    text: 'The office signs in with its e-mail and the one-time password of its account, and chooses its own password, which nobody else needs to know.',
    link: (hospitalId) => ({ to: paths.hospitalEdit(hospitalId), label: 'Set a new one-time password' }),
  },
  register: {
    title: 'Import the equipment register',
    icon: 'upload',
    text: 'Use the sheet as the hospital keeps it. Check it first: the report shows what would be imported and what needs correcting.',
    link: (hospitalId) => ({ to: withQuery(paths.imports(), { hospital: hospitalId }), label: 'Import' }),
  },
  engineers: {
    title: 'Add the engineers',
    icon: 'users',
    text: 'Each with an e-mail and a one-time password, to be changed at the first sign-in.',
    link: () => ({ to: paths.engineerCreate(), label: 'Add an engineer' }),
  },
  templates: {
    title: 'Make the departments’ round templates',
    icon: 'rounds',
    text: 'What to check each day, in walking order: one template for each department with equipment.',
    link: () => ({ to: paths.roundTemplateAdd(), label: 'Make the templates' }),
  },
  labels: {
    title: 'Print the labels and stick them on',
    icon: 'qr',
    text: 'Scanning the QR label on a device opens its page. This step is done when the first label has been scanned in a round.',
    link: () => ({ to: paths.qrPrint(), label: 'Print labels' }),
  },
  reports: {
    title: 'Decide whether the wards may report faults',
    icon: 'bell',
    text: 'Anyone who scans a label can then report a fault, without an account. Switch it on, or save the settings with it off.',
    link: () => ({ to: paths.reportSettings(), label: 'Decide' }),
  },
  tablets: {
    title: 'Prepare the tablets',
    icon: 'download',
    text: 'On each tablet or phone: open the address below, put the app on the home screen, sign in as the engineer and wait for “Ready for offline work”.',
  },
  round: {
    title: 'Walk the first round',
    icon: 'check-circle',
    text: 'An engineer opens Daily Rounds on the tablet and starts the template of the ward.',
    link: () => ({ to: paths.rounds(), label: 'Daily Rounds' }),
  },
};
