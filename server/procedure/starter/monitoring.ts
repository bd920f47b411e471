import { electricalSafety, look, outside, ownReading, photo, reading, type Starter } from './parts.ts';

/** Procedures for patient monitoring equipment. */
export const monitoringStarters: readonly Starter[] = [
  {
    name: 'Patient monitor, yearly test',
    words: ['patient monitor', 'bedside monitor', 'cardiac monitor', 'multipara', 'vital sign'],
    steps: [
      ...outside(),
      look('Cables, leads and cuffs', 'No broken insulation, connectors sit firmly.'),
      look('Alarm sounds and lights', 'Trigger a high and a low alarm: both are heard, seen and can be silenced.'),
      reading('Heart rate at 60 bpm', 'bpm', { nominal: 60, lower: 57, upper: 63 }, 'ECG simulator set to 60 bpm.'),
      reading(
        'Heart rate at 180 bpm',
        'bpm',
        { nominal: 180, lower: 175, upper: 185 },
        'ECG simulator set to 180 bpm.',
      ),
      reading('SpO2 at 97 %', '%', { nominal: 97, lower: 95, upper: 99 }, 'SpO2 simulator set to 97 %.'),
      reading(
        'NIBP cuff pressure at 120 mmHg',
        'mmHg',
        { nominal: 120, lower: 117, upper: 123 },
        'Static pressure by the manometer.',
      ),
      reading('Temperature at 37 °C', '°C', { nominal: 37, lower: 36.8, upper: 37.2 }),
      ownReading('Battery run time', 'min', { lower: 30 }, 'Unplugged until the low battery alarm.'),
      ...electricalSafety('CF'),
      photo('Screen during the test'),
    ],
  },
  {
    name: 'ECG machine, yearly test',
    words: ['ecg', 'electrocardiograph'],
    steps: [
      ...outside(),
      look('Patient cable and electrodes', 'No corrosion, clips close, lead names can be read.'),
      look('Printing', 'Grid and trace are sharp, paper runs straight.'),
      reading('Calibration pulse', 'mm', { nominal: 10, lower: 9.5, upper: 10.5 }, '1 mV at 10 mm/mV.'),
      reading(
        'Paper speed',
        'mm/s',
        { nominal: 25, lower: 24, upper: 26 },
        'Distance of ten pulses of one second each.',
      ),
      reading('Heart rate at 60 bpm', 'bpm', { nominal: 60, lower: 58, upper: 62 }),
      ...electricalSafety('CF'),
    ],
  },
  {
    name: 'Pulse oximeter, yearly test',
    words: ['oximeter', 'spo2'],
    steps: [
      ...outside(),
      look('Sensor', 'Window clean, cable whole, light seen on all LEDs.'),
      look('Alarms', 'Sensor off and low saturation are heard and seen.'),
      reading('SpO2 at 97 %', '%', { nominal: 97, lower: 95, upper: 99 }),
      reading('SpO2 at 85 %', '%', { nominal: 85, lower: 82, upper: 88 }),
      reading('Pulse rate at 75 bpm', 'bpm', { nominal: 75, lower: 72, upper: 78 }),
      ...electricalSafety('BF'),
    ],
  },
  {
    name: 'NIBP monitor, yearly test',
    words: ['nibp', 'blood pressure', 'sphygmomanometer', 'bp apparatus'],
    steps: [
      ...outside(),
      look('Cuffs, hoses and bulb', 'No cracks; sizes for the ward are there.'),
      reading('Zero', 'mmHg', { nominal: 0, lower: -1, upper: 1 }, 'Cuff port open to air.'),
      reading('Pressure at 100 mmHg', 'mmHg', { nominal: 100, lower: 97, upper: 103 }),
      reading('Pressure at 200 mmHg', 'mmHg', { nominal: 200, lower: 197, upper: 203 }),
      reading('Leak in one minute', 'mmHg', { upper: 6 }, 'Closed system at 200 mmHg.'),
      reading('Overpressure release', 'mmHg', { upper: 330 }),
      ...electricalSafety('BF'),
    ],
  },
  {
    name: 'Weighing scale, yearly test',
    words: ['scale', 'weighing'],
    steps: [
      look('Platform, feet and display', 'Stands level, nothing rubs, all segments are lit.'),
      reading('Zero', 'kg', { nominal: 0, lower: -0.1, upper: 0.1 }, 'Empty platform.'),
      reading('Test weight of 5 kg', 'kg', { nominal: 5, lower: 4.95, upper: 5.05 }),
      reading('Test weight of 20 kg', 'kg', { nominal: 20, lower: 19.9, upper: 20.1 }),
      reading('Corner load of 5 kg', 'kg', { nominal: 5, lower: 4.9, upper: 5.1 }, 'The worst of the four corners.'),
    ],
  },
];
