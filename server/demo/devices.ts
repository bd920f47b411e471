import { addDays } from '#contract/rules/hospital-day.ts';
import type { LocalDay } from '#contract/rules/hospital-day.ts';
import type { ImportedDevice } from '../import/columns.ts';
import type { Seeded } from './seeded.ts';
import { equipmentTypeFacts } from './equipment.ts';
import { vendors, wards } from './wards.ts';

/** Age of the oldest and the newest installation of the demo hospital. Units: days before today. */
const ageDays = { oldest: 8 * 365, newest: 20 };
/** Share of devices under a warranty or maintenance contract. */
const underAgreement = 0.6;

function vendorOf(make: string, random: Seeded): string {
  const own = vendors.find((vendor) => vendor.makes.includes(make));
  return own?.name ?? random.pick(vendors.slice(-2)).name;
}

/** Returns the installed devices of the demo hospital as register rows. Units: prices in INR. */
export function demoDevices(random: Seeded, today: LocalDay): ImportedDevice[] {
  const devices: ImportedDevice[] = [];
  for (const ward of wards) {
    for (const group of ward.devices) {
      const facts = equipmentTypeFacts[group.equipment];
      if (!facts) throw new Error(`No facts for ${group.equipment}`);
      const firstNumber = random.between(11, 780);
      for (let index = 0; index < group.count; index += 1) {
        const installedOn = addDays(today, -random.between(ageDays.newest, ageDays.oldest));
        const agreementYears = random.between(1, 3);
        const withAgreement = random.chance(underAgreement);
        const agreementFrom = addDays(today, -random.between(0, agreementYears * 365 - 10));
        devices.push({
          serialNumber: `${group.serial}${String(firstNumber + index * 3).padStart(4, '0')}`,
          equipmentName: group.equipment,
          makeName: group.make,
          modelName: group.model,
          departmentName: ward.name,
          location: ward.places[Math.floor((index * ward.places.length) / group.count)] ?? ward.location,
          vendorName: vendorOf(group.make, random),
          purchaseDate: addDays(installedOn, -random.between(10, 45)),
          installationDate: installedOn,
          price: Math.round((facts.price * random.between(92, 112)) / 100),
          importance: facts.importance,
          calibrationRequired: facts.calibrated,
          ...(facts.calibrated ? { calibrationFrequency: 'yearly' as const, calibrationCount: 10 } : {}),
          ...(withAgreement
            ? {
                warrantyNumber: `AMC-${installedOn.slice(2, 4)}-${String(devices.length + 1).padStart(4, '0')}`,
                warrantyStart: agreementFrom > installedOn ? agreementFrom : installedOn,
                warrantyDuration: agreementYears * 12,
              }
            : {}),
        });
      }
    }
  }
  return devices;
}
