import type { Session } from '#contract/calls/session.ts';
import { storageText } from '#contract/rules/storage.ts';
import { paths } from '#ui/paths.ts';
import { useSession } from '#ui/engine/engine-provider.tsx';
import { useOnlineCall } from '#ui/engine/use-online-call.ts';
import { ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { type Fact, FactList } from './fact-list.tsx';

/** Shows the signed-in user's account; a BME can edit their own. */
export function ProfileCard({ session }: { session: Session }) {
  const state = useSession();
  const { bmeAccountId: id = '' } = session;
  const { data: account } = useOnlineCall('profile');
  const { data: storage } = useOnlineCall('hospitalStorage', {}, { enabled: session.hospital !== undefined });
  const known: readonly Fact[] = account
    ? [
        ['Email', account.email],
        ['Phone', account.phone || '—'],
      ]
    : [];
  return (
    <Card
      title="Profile"
      actions={
        id !== '' && (
          <ButtonLink variant="ghost" icon="edit" to={paths.engineerEdit(id)}>
            Edit profile
          </ButtonLink>
        )
      }
    >
      <FactList
        facts={[
          ['Name', account?.name ?? session.userName],
          ...known,
          ['Role', session.userRole],
          ['Hospital', session.hospital?.name ?? 'All hospitals'],
          ...(storage ? [['Files of the hospital', storageText(storage)] satisfies Fact] : []),
          ['Session', state.kind === 'signed-in' && state.offline ? 'Continued without network' : 'Signed in'],
        ]}
      />
    </Card>
  );
}
