import type { ReactNode } from 'react';
import { homePath, hospitalRoles, mayAccess } from '#contract/permissions.ts';
import { useSignedIn } from '#ui/engine/engine-provider.tsx';
import { FormPage } from '#ui/forms/online/form-page.tsx';
import { EmptyState } from '#ui/ui/empty-state.tsx';

/** Shown to an Admin, who has no hospital, in place of a form that needs one. Source: docs/decisions/141. */
export function HospitalOnly({ title, children }: { title: string; children: ReactNode }) {
  const { userRole: role } = useSignedIn();
  if (mayAccess({ role }, hospitalRoles)) return children;
  return (
    <FormPage title={title} back={{ to: homePath(role), label: 'Dashboard' }}>
      <EmptyState icon="building" title="This form is for hospital users.">
        Sign in as a BME or Hospital user to fill it in.
      </EmptyState>
    </FormPage>
  );
}
