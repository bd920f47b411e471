import type { FailureClass } from '#contract/records/values.ts';

/** A breakdown as a ward describes it, with the repair and the cause that was found. */
export interface DemoProblem {
  issueType: 'Mechanical' | 'Electrical' | 'Software' | 'Other';
  text: string;
  action: string;
  failureClass: FailureClass;
}

const problem = (
  issueType: DemoProblem['issueType'],
  failureClass: FailureClass,
  text: string,
  action: string,
): DemoProblem => ({ issueType, text, action, failureClass });

/** Breakdowns. */
export const problems: readonly DemoProblem[] = [
  problem(
    'Electrical',
    'battery',
    'Battery does not hold charge, switches off when unplugged.',
    'Battery replaced, run-time test passed.',
  ),
  problem('Mechanical', 'wear', 'Door latch broken, line cannot be fixed.', 'Latch replaced, occlusion test passed.'),
  problem(
    'Software',
    'network-or-software',
    'Screen freezes after self-test, restart does not help.',
    'Firmware reinstalled, self-test passed.',
  ),
  problem(
    'Electrical',
    'component',
    'Power supply makes a burning smell.',
    'Power board replaced, electrical safety test passed.',
  ),
  problem('Other', 'accessory', 'SpO2 cable damaged, no reading.', 'Cable replaced.'),
  problem('Mechanical', 'wear', 'Castor jammed, cannot be moved safely.', 'Castor replaced.'),
  problem(
    'Electrical',
    'component',
    'Alarm sounds without reason every few minutes.',
    'Alarm board cleaned and recalibrated.',
  ),
  problem('Other', 'accessory', 'Flow sensor gives implausible values.', 'Flow sensor replaced and calibrated.'),
  problem(
    'Mechanical',
    'wear',
    'Suction pressure too low at full setting.',
    'Filter and membrane replaced, pressure verified.',
  ),
  problem(
    'Software',
    'network-or-software',
    'Network connection to central station lost.',
    'Network settings restored, alarms seen at the station.',
  ),
  problem(
    'Other',
    'use-error',
    'Does not start after it came back from transport.',
    'Standby switch was off; shown to the staff of the shift.',
  ),
  problem(
    'Mechanical',
    'physical-damage',
    'Fell from the trolley, housing cracked.',
    'Housing replaced, electrical safety test passed.',
  ),
  problem(
    'Electrical',
    'environment',
    'Switches off when the air conditioning starts.',
    'Socket on an overloaded circuit; moved to a circuit with UPS.',
  ),
  problem(
    'Electrical',
    'could-not-reproduce',
    'Display flickers now and then.',
    'Watched for two hours and not seen again.',
  ),
  problem('Other', 'no-fault', 'Leak alarm during use.', 'No fault in the device: the hose was loose.'),
];

/** Findings of rounds that are not breakdowns yet. */
export const findings = [
  'Alarm volume low, still audible.',
  'Screen cracked at the corner, readable.',
  'Filter due for change.',
  'Battery indicator at half after full charge.',
  'Mains cable sheath worn.',
  'Calibration sticker missing.',
];
