import { electricalSafety, electricalSafetyFixed, look, outside, ownReading, reading, type Starter } from './parts.ts';

/** Procedures for newborn care, theatre, laboratory and ward rooms. */
export const roomStarters: readonly Starter[] = [
  {
    name: 'Infant incubator, half-yearly test',
    words: ['incubator'],
    steps: [
      ...outside(),
      look('Hood, ports and mattress', 'Latches close, seals are whole, the filter is within its date.'),
      look('High temperature and fan alarms', 'Heard and seen.'),
      reading(
        'Air temperature at 36 °C',
        '°C',
        { nominal: 36, lower: 35, upper: 37 },
        'In the middle, steady for 30 minutes.',
      ),
      reading('Skin temperature at 36 °C', '°C', { nominal: 36, lower: 35.7, upper: 36.3 }),
      reading('High temperature cut-out', '°C', { upper: 40 }),
      reading('Noise inside', 'dBA', { upper: 60 }),
      ...electricalSafety('BF'),
    ],
  },
  {
    name: 'Radiant warmer, half-yearly test',
    words: ['warmer'],
    steps: [
      ...outside(),
      look('Heater guard, bed rails and mattress', 'Guard whole, rails lock.'),
      look('Probe failure alarm', 'A pulled probe stops the heater and is heard.'),
      reading('Skin temperature at 36 °C', '°C', { nominal: 36, lower: 35.5, upper: 36.5 }),
      reading('Mattress temperature', '°C', { upper: 43 }),
      ...electricalSafety('BF'),
    ],
  },
  {
    name: 'Phototherapy unit, half-yearly test',
    words: ['phototherapy'],
    steps: [
      ...outside(),
      look('Lamps and filter', 'All are lit; the cover is whole.'),
      ownReading('Lamp hours', 'h', { upper: 2000 }),
      reading('Irradiance at the mattress', 'µW/cm²/nm', { lower: 30 }, 'At the distance that the manual gives.'),
      ...electricalSafety('B'),
    ],
  },
  {
    name: 'Autoclave, half-yearly test',
    words: ['autoclave', 'sterilizer', 'steriliser'],
    steps: [
      ...outside(),
      look('Door, gasket and lock', 'The door cannot be opened under pressure.'),
      look('Safety valve', 'Lead seal whole, date of its inspection not passed.'),
      reading('Temperature at 121 °C', '°C', { nominal: 121, lower: 121, upper: 124 }),
      reading(
        'Absolute pressure at 121 °C',
        'kPa',
        { nominal: 205, lower: 200, upper: 230 },
        'Gauge pressure plus 101 kPa.',
      ),
      reading('Holding time', 'min', { lower: 15 }),
      look('Chemical indicator', 'Has changed in every place of the load.'),
      ...electricalSafetyFixed('none'),
    ],
  },
  {
    name: 'Centrifuge, yearly test',
    words: ['centrifuge'],
    steps: [
      ...outside(),
      look('Lid lock and rotor', 'The lid stays locked until the rotor has stopped; no cracks or rust.'),
      reading('Speed at 3000 per minute', '1/min', { nominal: 3000, lower: 2850, upper: 3150 }, 'By the tachometer.'),
      reading('Timer at 5 minutes', 's', { nominal: 300, lower: 290, upper: 310 }),
      reading('Braking time', 's', { upper: 120 }),
      ...electricalSafety('none'),
    ],
  },
  {
    name: 'Operating table, yearly test',
    words: ['operating table', 'ot table', 'operation table'],
    steps: [
      ...outside(),
      look('Column, brakes and locks', 'Nothing moves by itself under load.'),
      look('Remote control', 'Each movement goes as its symbol shows and stops when released.'),
      look('Hydraulics', 'No oil on the floor or the column.'),
      ownReading('Sinking under load in 10 minutes', 'mm', { upper: 10 }),
      ...electricalSafety('B'),
    ],
  },
  {
    name: 'Operating light, yearly test',
    words: ['operating light', 'ot light', 'surgical light', 'operation light'],
    steps: [
      look('Ceiling mount and arms', 'No play; the head stays where it is put.'),
      look('Covers and sterile handle', 'Whole; the handle locks.'),
      reading('Central illuminance', 'klx', { lower: 40, upper: 160 }, 'At a distance of one metre.'),
      look('Emergency power supply', 'The light stays on when mains fails.'),
      ...electricalSafetyFixed('none'),
    ],
  },
  {
    name: 'Electric bed, yearly test',
    words: ['bed'],
    steps: [
      ...outside(),
      look('Frame, rails and castors', 'Rails lock, brakes hold, no sharp edges.'),
      look('Handset and movements', 'Each key moves its part and stops when released; the lock works.'),
      look('CPR release', 'Backrest comes down flat.'),
      ...electricalSafetyFixed('B'),
    ],
  },
  {
    name: 'Medical refrigerator, half-yearly test',
    words: ['refrigerator', 'fridge', 'deep freezer'],
    steps: [
      ...outside(),
      look('Door seal and lock', 'A sheet of paper is held all around.'),
      look('Alarm', 'Heard when the door stays open and when power fails.'),
      reading('Temperature in the middle', '°C', { nominal: 5, lower: 2, upper: 8 }),
      reading(
        'Display against the thermometer',
        '°C',
        { nominal: 0, lower: -1, upper: 1 },
        'Display minus thermometer.',
      ),
      ...electricalSafetyFixed('none'),
    ],
  },
];
