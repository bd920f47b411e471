import { FormText } from '#ui/fields/form-text.tsx';

/** How the fields of a BME account are called. */
export const bmeLabels = { name: 'Name', phone: 'Phone', email: 'Email' };

/** The fields of a BME account; on edit the password may stay blank. */
export function BmeInputs({ isNew }: { isNew: boolean }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <FormText name="name" label={bmeLabels.name} required autoComplete="off" />
      <FormText name="phone" label={bmeLabels.phone} type="tel" autoComplete="off" />
      <FormText name="email" label={bmeLabels.email} type="email" required autoComplete="off" />
      <FormText
        name="password"
        label="Password"
        type="password"
        autoComplete="new-password"
        required={isNew}
        {...(!isNew && { hint: 'Leave blank to keep the current password.' })}
      />
    </div>
  );
}
