import { useFormContext, useWatch } from 'react-hook-form';
import { FormNumber } from '#ui/fields/form-number.tsx';
import { FormSelect } from '#ui/fields/form-select.tsx';
import { FormText } from '#ui/fields/form-text.tsx';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { Alert } from '#ui/ui/alert.tsx';
import type { BodyInput } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';
import { whole } from '#contract/rules/read-number.ts';

type Body = BodyInput<Calls['createHospital']>;

export const hospitalLabels = {
  name: 'Name',
  phone: 'Phone',
  address: 'Address',
  stateId: 'State',
  cityId: 'City',
  numberOfBME: 'Number of BMEs',
  numberOfBeds: 'Number of Beds',
  storageMB: 'Storage for Files (MB)',
};

/** Renders the inputs that create and edit share; choosing a state loads its cities. */
export function HospitalInputs({ used, children }: { used?: string; children?: React.ReactNode }) {
  const { setValue } = useFormContext();
  const stateId: unknown = useWatch({ name: 'stateId' });
  const chosen = typeof stateId === 'string' ? stateId : '';
  const states = useOnlineCall('hospitalStates');
  const cities = useOnlineCall('hospitalCities', { params: { stateId: chosen } }, { enabled: chosen !== '' });
  const cityOptions = chosen === '' || cities.refreshing ? [] : (cities.data ?? []);
  return (
    <div className="space-y-5">
      {states.error && <Alert tone="danger">Failed to load states.</Alert>}
      {cities.error && <Alert tone="danger">Failed to load cities.</Alert>}
      <div className="grid gap-5 sm:grid-cols-2">
        <FormText<Body> name="name" label={hospitalLabels.name} required autoComplete="organization" />
        <FormText<Body> name="phone" label={hospitalLabels.phone} type="tel" required autoComplete="tel" />
        <FormText<Body>
          name="address"
          label={hospitalLabels.address}
          required
          autoComplete="street-address"
          className="sm:col-span-2"
        />
        <FormSelect<Body>
          name="stateId"
          label={hospitalLabels.stateId}
          required
          placeholder="Choose a state"
          options={(states.data ?? []).map((state) => ({ value: state.stateId, label: state.stateName }))}
          onChosen={() => setValue('cityId', '', { shouldDirty: true })}
        />
        <FormSelect<Body>
          name="cityId"
          label={hospitalLabels.cityId}
          required
          disabled={chosen === ''}
          placeholder={chosen === '' ? 'Choose a state first' : 'Choose a city'}
          options={cityOptions.map((city) => ({ value: city.cityId, label: city.cityName }))}
        />
        <FormNumber<Body> name="numberOfBME" kind={whole} label={hospitalLabels.numberOfBME} required />
        <FormNumber<Body> name="numberOfBeds" kind={whole} label={hospitalLabels.numberOfBeds} required />
        <FormNumber<Body> name="storageMB" kind={whole} label={hospitalLabels.storageMB} hint={used} required />
        {children}
      </div>
    </div>
  );
}
