import { useCallback, useState } from 'react';
import type * as z from 'zod/mini';
import { pinForm } from '#contract/calls/session.ts';
import { FormText } from '#ui/fields/form-text.tsx';
import { RecordForm } from '#ui/forms/record-form.tsx';
import { SaveError } from '#ui/engine/engine.ts';
import { useEngine } from '#ui/engine/engine-provider.tsx';
import { Alert } from '#ui/ui/alert.tsx';
import { Button } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { useToast } from '#ui/ui/toast.tsx';
import { useLoaded } from '#ui/ui/use-loaded.ts';

type Form = z.input<typeof pinForm>;

/** Why a PIN could not be set. */
const refusals = {
  'wrong-password': 'Wrong password.',
  'cannot-check':
    'This tablet cannot check your password. Connect to the network, lock it, and unlock it with your password.',
} as const;

/** Sets, changes and removes the PIN that unlocks this tablet; works offline. Source: docs/product.md P339. */
export function PinCard() {
  const engine = useEngine();
  const toast = useToast();
  const [changes, setChanges] = useState(0);
  // oxlint-disable-next-line react/exhaustive-deps -- read again after each change
  const hasPin = useLoaded(useCallback(() => engine.hasPin(), [engine, changes]));
  const remove = async () => {
    await engine.removePin();
    setChanges(changes + 1);
    toast({ tone: 'ok', text: 'PIN removed. Your password unlocks this tablet.' });
  };
  return (
    <Card title="PIN for this tablet">
      <p className="mb-4 text-muted">
        A PIN unlocks this tablet in place of your password, even without network. It stays on this tablet, until you
        log out or change your password.
      </p>
      {hasPin && (
        <div className="mb-4 space-y-4">
          <Alert tone="ok">A PIN unlocks this tablet.</Alert>
          <Button icon="trash" onClick={() => void remove()}>
            Remove the PIN
          </Button>
        </div>
      )}
      <RecordForm<Form, Form>
        key={changes}
        schema={pinForm}
        defaults={{ password: '', pin: '' }}
        draftKey="pin"
        submitLabel={hasPin ? 'Change PIN' : 'Set PIN'}
        onSubmit={async ({ password, pin }) => {
          const outcome = await engine.setPin(password, pin);
          if (outcome !== 'set') throw new SaveError('invalid', refusals[outcome], { password: [refusals[outcome]] });
          setChanges(changes + 1);
        }}
      >
        <FormText<Form>
          name="password"
          label="Your password"
          type="password"
          autoComplete="current-password"
          required
        />
        <FormText<Form>
          name="pin"
          label={hasPin ? 'New PIN' : 'PIN'}
          type="password"
          inputMode="numeric"
          autoComplete="off"
          hint="6 to 12 digits."
          required
        />
      </RecordForm>
    </Card>
  );
}
