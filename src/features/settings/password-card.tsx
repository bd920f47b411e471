import { useState } from 'react';
import { calls } from '#contract/index.ts';
import { FormText } from '#ui/fields/form-text.tsx';
import { RecordForm } from '#ui/forms/record-form.tsx';
import { useOnlineAction } from '#ui/engine/use-online-call.ts';
import { Alert } from '#ui/ui/alert.tsx';
import { Card } from '#ui/ui/card.tsx';
import { InView } from '#ui/ui/in-view.tsx';
import type { BodyInput } from '#contract/define.ts';
import type { Calls } from '#contract/index.ts';

type Body = BodyInput<Calls['changePassword']>;

const empty = { currentPassword: '', newPassword: '' };

/** Changes the user's own password; needs the server. */
export function PasswordCard() {
  const change = useOnlineAction('changePassword');
  const [changes, setChanges] = useState(0);
  return (
    <Card title="Change password">
      {changes > 0 && (
        <div className="mb-4">
          <InView key={changes}>
            <Alert tone="ok">Password changed successfully!</Alert>
          </InView>
        </div>
      )}
      <RecordForm
        key={changes}
        schema={calls.changePassword.body}
        defaults={empty}
        draftKey="password"
        submitLabel="Change password"
        onSubmit={async (body) => {
          await change.run({ body });
          setChanges(changes + 1);
        }}
      >
        <FormText<Body>
          name="currentPassword"
          label="Current password"
          type="password"
          autoComplete="current-password"
          required
        />
        <FormText<Body>
          name="newPassword"
          label="New password"
          type="password"
          autoComplete="new-password"
          hint="At least 6 characters."
          required
        />
      </RecordForm>
    </Card>
  );
}
