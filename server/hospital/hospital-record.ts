import type { HospitalRecord } from '#contract/hospital.ts';
import type { hospital } from '../db/schema.ts';
import { ApiError } from '../problem.ts';
import { states } from './places.ts';

/** A hospital as the Admin sees it. */
export function presentHospital(row: typeof hospital.$inferSelect): HospitalRecord {
  return {
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
    isActive: row.isActive,
    timeZone: row.timeZone,
  };
}

/** The columns that creation and edit of a hospital write. Throws: ApiError `input.invalid` for an unknown place. */
export function hospitalColumns(body: {
  name: string;
  phone: string;
  address: string;
  stateId: string;
  cityId: string;
  numberOfBME: number;
  numberOfBeds: number;
}) {
  const { name, phone, address, stateId, cityId, numberOfBeds } = body;
  const state = states.find((each) => each.stateId === stateId);
  if (!state) throw invalid('stateId', 'Please choose a state of the list.');
  const city = state.cities.find((each) => each.cityId === cityId);
  if (!city) throw invalid('cityId', `Please choose a city of ${state.stateName}.`);
  return {
    name,
    phone,
    address,
    stateId,
    stateName: state.stateName,
    cityId,
    cityName: city.cityName,
    numberOfBme: body.numberOfBME,
    numberOfBeds,
  };
}

function invalid(field: string, message: string): ApiError {
  return new ApiError('input.invalid', message, { errors: { [field]: [message] } });
}
