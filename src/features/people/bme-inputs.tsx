import { FormText } from '#ui/fields/form-text.tsx';

/** The fields of a BME account; on edit the password may stay blank. */
export function BmeInputs({ isNew }: { isNew: boolean }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <FormText name="name" label="Name" required autoComplete="off" />
      <FormText name="phone" label="Phone" type="tel" autoComplete="off" />
      <FormText name="email" label="Email" type="email" required autoComplete="off" />
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
