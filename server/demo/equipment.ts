import type { Importance } from '#contract/records/ward.ts';

/** Facts about an equipment type: importance, price and purpose. Units: price in INR. */
interface EquipmentTypeFacts {
  importance: Importance;
  price: number;
  calibrated: boolean;
  description: string;
}

const critical = (price: number, calibrated: boolean, description: string): EquipmentTypeFacts => ({
  importance: 'Critical',
  price,
  calibrated,
  description,
});

const lesser = (price: number, calibrated: boolean, description: string): EquipmentTypeFacts => ({
  importance: 'Non-Critical',
  price,
  calibrated,
  description,
});

/** The equipment types of the demo hospital, by name. */
export const equipmentTypeFacts: Record<string, EquipmentTypeFacts> = {
  Ventilator: critical(1_450_000, true, 'Breathes for a patient who cannot, with set volume or pressure.'),
  'Transport Ventilator': critical(620_000, true, 'Small ventilator with battery for ambulance and transfer.'),
  'Anaesthesia Workstation': critical(
    2_850_000,
    true,
    'Delivers anaesthetic gas and breathes for the patient in theatre.',
  ),
  'Patient Monitor': critical(285_000, false, 'Shows ECG, oxygen saturation, pressure and temperature, with alarms.'),
  Defibrillator: critical(340_000, true, 'Gives a shock to a heart in arrest and paces it.'),
  'Automated External Defibrillator': critical(
    110_000,
    false,
    'Defibrillator that decides by itself, for first responders.',
  ),
  'Syringe Pump': critical(62_000, true, 'Gives small doses from a syringe at a set rate.'),
  'Infusion Pump': critical(71_000, true, 'Gives fluids from a bag at a set rate.'),
  'Infant Incubator': critical(780_000, false, 'Keeps a newborn warm and moist in a closed cabin.'),
  'Infant Radiant Warmer': critical(310_000, false, 'Open bed that keeps a newborn warm from above.'),
  'Phototherapy Unit': lesser(95_000, true, 'Blue light against jaundice of the newborn.'),
  'CPAP System': critical(240_000, false, 'Keeps the airways of a newborn open by steady pressure.'),
  'Haemodialysis Machine': critical(740_000, true, 'Cleans the blood of a patient whose kidneys do not.'),
  'Electrosurgical Unit': critical(560_000, true, 'Cuts and seals tissue by high-frequency current.'),
  'Operating Table': lesser(1_900_000, false, 'Table that brings the patient into position for surgery.'),
  'Surgical Light': lesser(1_150_000, false, 'Shadow-free light over the operating field.'),
  'Suction Apparatus': lesser(48_000, false, 'Draws fluids from airways and wounds.'),
  'ECG Machine': lesser(92_000, false, 'Records the heart’s currents in twelve leads on paper.'),
  'Pulse Oximeter': lesser(38_000, false, 'Measures oxygen saturation and pulse at a finger.'),
  'Fetal Monitor': lesser(265_000, false, 'Records the heart rate of the unborn and contractions.'),
  'Ultrasound Scanner': lesser(2_400_000, false, 'Pictures of organs, vessels and the unborn by sound.'),
  'X-Ray System': lesser(6_800_000, true, 'Fixed X-ray with table and wall stand.'),
  'Mobile X-Ray': lesser(3_100_000, true, 'X-ray on wheels for patients who stay in bed.'),
  'C-Arm': lesser(5_200_000, true, 'Mobile X-ray film during an operation.'),
  'CT Scanner': critical(38_500_000, true, 'Sections of the body by X-ray from all sides.'),
  'Haematology Analyser': lesser(1_250_000, true, 'Counts and sorts the cells of a blood sample.'),
  'Blood Gas Analyser': critical(890_000, true, 'Measures oxygen, carbon dioxide and pH of blood at the bedside.'),
  'Chemistry Analyser': lesser(2_750_000, true, 'Measures enzymes, sugar, fats and salts in serum.'),
  Centrifuge: lesser(135_000, false, 'Separates the parts of a blood sample.'),
  'Biological Safety Cabinet': lesser(420_000, true, 'Filtered work bench that guards people and samples.'),
  Microscope: lesser(180_000, false, 'Light microscope for smears and slides.'),
  'Steam Steriliser': critical(2_100_000, true, 'Sterilises instruments and textiles by steam under pressure.'),
  'Treadmill Stress System': lesser(640_000, false, 'ECG under load on a treadmill.'),
  'Blood Bank Refrigerator': critical(360_000, true, 'Keeps blood bags between 2 and 6 °C, with alarm.'),
  'Endoscopy System': lesser(4_300_000, false, 'Camera, light and processor for a look into stomach and bowel.'),
  Nebuliser: lesser(6_500, false, 'Turns medicine into a mist to breathe in.'),
  'Hospital Bed, electric': lesser(165_000, false, 'Bed with electric height and back rest.'),
};
