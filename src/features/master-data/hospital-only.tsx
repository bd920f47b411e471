import type { ReactNode } from 'react';
import { homePath, hospitalRoles, mayAccess } from '#contract/permissions.ts';
import { useSignedIn } from '#ui/resource/engine-provider.tsx';
import { ButtonLink } from '#ui/ui/button.tsx';
import { EmptyState } from '#ui/ui/empty-state.tsx';

/** Shows to people of a hospital what an Admin reaches as well but has no data for. Source: docs/decisions/141. */
export function HospitalOnly({ children }: { children: ReactNode }) {
  const { userRole: role } = useSignedIn();
  if (mayAccess({ role }, hospitalRoles)) return children;
  return (
    <EmptyState
      icon="building"
      title="This form belongs to a hospital."
      action={<ButtonLink to={homePath(role)}>Dashboard</ButtonLink>}
    >
      Sign in as a BME or Hospital user to fill it in.
    </EmptyState>
  );
}
