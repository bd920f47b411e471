import type { HospitalRecord } from '#contract/calls/hospital.ts';
import { defaultStorageMB } from '#contract/rules/storage.ts';
import type { hospital } from '../db/schema.ts';
import { invalidField } from '../problem.ts';
import { withRevision } from '../records/revision.ts';
import { findState } from './places.ts';

/** Returns a hospital as the Admin sees it. */
export function presentHospital(row: typeof hospital.$inferSelect & { email: string }): HospitalRecord {
  return withRevision({
    id: row.id,
    name: row.name,
    phone: row.phone,
    address: row.address,
    stateId: row.stateId,
    cityId: row.cityId,
    city: row.cityName,
    state: row.stateName,
    numberOfBME: row.numberOfBme,
    numberOfBeds: row.numberOfBeds,
    storageMB: row.storageMb,
    isActive: row.isActive,
    timeZone: row.timeZone,
    email: row.email,
  });
}

/**
 * Returns the columns that creating or editing a hospital writes. The current place (`known`) may stay, even if the
 * list no longer has it. Throws: ApiError `input.invalid` for an unknown place.
 */
export function hospitalColumns(body: HospitalFields, known?: Place & { storageMb: number }) {
  const { name, phone, address, numberOfBME: numberOfBme, numberOfBeds } = body;
  const isSamePlace = body.stateId === known?.stateId && body.cityId === known.cityId;
  const { stateId, stateName, cityId, cityName } = isSamePlace ? known : chosenPlace(body);
  const storageMb = body.storageMB ?? known?.storageMb ?? defaultStorageMB;
  return { name, phone, address, stateId, stateName, cityId, cityName, numberOfBme, numberOfBeds, storageMb };
}

interface HospitalFields {
  name: string;
  phone: string;
  address: string;
  stateId: string;
  cityId: string;
  numberOfBME: number;
  numberOfBeds: number;
  storageMB?: number | undefined;
}

type Place = Pick<typeof hospital.$inferSelect, 'stateId' | 'stateName' | 'cityId' | 'cityName'>;

function chosenPlace({ stateId, cityId }: HospitalFields): Place {
  const state = findState(stateId);
  if (!state) throw invalidField('stateId', 'Please choose a state of the list.');
  const city = state.cities.find((each) => each.cityId === cityId);
  if (!city) throw invalidField('cityId', `Please choose a city of ${state.stateName}.`);
  return { stateId, stateName: state.stateName, cityId, cityName: city.cityName };
}
