import { expect, test } from 'vitest';
import { proposedImportance } from '#server/import/importance.ts';

test.each([
  'Ventilator',
  'Anaesthesia Machine',
  'DEFIBRILLATOR-MONITOR',
  'AED',
  'Patient Monitor',
  'Syringe Pump',
  'Infant Incubator',
  'Radiant Warmer',
  'Bubble CPAP',
  'Haemodialysis Machine',
  'Pulse Oximeter',
  'Blood Gas Analyser',
  'Infusion Pump',
  'OT Table',
  'Something that nobody knows',
])('%s is proposed as Critical', (name) => {
  expect(proposedImportance(name)).toBe('Critical');
});

test.each([
  'Chemistry Analyser',
  'Centrifuge',
  'CT Scanner',
  'X-Ray Machine',
  'ICU Bed',
  'Ultrasound Machine',
  'Platelet Agitator With Incubator',
  'Video Gastroscope',
  'Electronic Weighing Machine',
  'Autoclave',
  'ECG Machine',
])('%s is proposed as Non-Critical', (name) => {
  expect(proposedImportance(name)).toBe('Non-Critical');
});
