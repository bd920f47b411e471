import type { HospitalRecord } from '#contract/calls/hospital.ts';
import { defaultStorageMB } from '#contract/rules/storage.ts';
import type { hospital } from '../db/schema.ts';
import { invalidField } from '../problem.ts';
import { withRevision } from '../records/revision.ts';
import { findState } from './places.ts';

/** A hospital as the Admin sees it. */
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
 * The columns that creation and edit of a hospital write. A place that the hospital has already (`known`) may stay, also
 * when the list has no such place. Throws: ApiError `input.invalid` for an unknown place.
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
