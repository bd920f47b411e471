import { getAllStatesWithDistricts } from 'india-state-district';

/** A state or union territory with its districts, which serve as cities. */
interface State {
  /** The part after `IN-` of ISO 3166-2. */
  stateId: string;
  stateName: string;
  cities: readonly City[];
}

/** A city; its id consists of its state's id and its name, so it stays the same when others are added. */
export interface City {
  cityId: string;
  cityName: string;
}

const byName = new Intl.Collator('en').compare;

/** The 36 states and union territories of India, by name, with their cities. Source: docs/decisions/123-places.md */
export const states: readonly State[] = getAllStatesWithDistricts()
  .map(({ code, name, districts }) => {
    const stateId = code === 'TG' ? 'TS' : code;
    const cities = districts.map((cityName) => ({ cityId: cityIdOf(stateId, cityName), cityName }));
    return { stateId, stateName: name, cities: cities.sort((a, b) => byName(a.cityName, b.cityName)) };
  })
  .sort((a, b) => byName(a.stateName, b.stateName));

/** Finds a state by its id. */
export function findState(stateId: string): State | undefined {
  return states.find((state) => state.stateId === stateId);
}

/** Builds the id of a city: `MH` and `Pune` give `MH-pune`; accents and signs are dropped. */
function cityIdOf(stateId: string, cityName: string): string {
  const plain = cityName.normalize('NFD').replaceAll(/\p{Mark}/gu, '');
  return `${stateId}-${plain
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')}`;
}
