import { useState } from 'react';
import type { BodyInput } from '#contract/define.ts';
import { type HospitalRecord, resetOfficePasswordBody } from '#contract/calls/hospital.ts';
import type { Calls } from '#contract/index.ts';
import { FormText } from '#ui/fields/form-text.tsx';
import { OnlineForm } from '#ui/forms/online/online-form.tsx';
import { useOnlineAction } from '#ui/engine/use-online-call.ts';
import { Card } from '#ui/ui/card.tsx';

type Body = BodyInput<Calls['resetOfficePassword']>;

/** Sets a one-time password for the office of a hospital that has lost its own. */
export function OfficePasswordCard({ hospital: { id, email } }: { hospital: HospitalRecord }) {
  const reset = useOnlineAction('resetOfficePassword');
  const [resets, setResets] = useState(0);
  return (
    <Card title="Password of the office">
      <p className="mb-5">
        The office signs in as <strong className="wrap-anywhere">{email}</strong>. A password that you set here is a
        one-time password: it opens only the screen that asks for a new one. All sessions of the office end.
      </p>
      <OnlineForm
        key={resets}
        schema={resetOfficePasswordBody}
        defaults={{ password: '' }}
        draftKey={`office-password:${id}`}
        submitLabel="Reset password"
        send={(body, idempotencyKey) => reset.run({ params: { id }, body, idempotencyKey })}
        savedText={() => 'Password reset. Please tell the office the one-time password.'}
        onSaved={() => setResets(resets + 1)}
        refused={(message) => `Failed to reset the password: ${message}`}
      >
        <FormText<Body>
          name="password"
          label="One-time password"
          type="password"
          autoComplete="new-password"
          hint="At least 6 characters."
          required
        />
      </OnlineForm>
    </Card>
  );
}
