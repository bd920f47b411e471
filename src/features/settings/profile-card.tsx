import type { Session } from '#contract/session.ts';
import { paths } from '#ui/paths.ts';
import { useSession } from '#ui/resource/engine-provider.tsx';
import { useOnlineCall } from '#ui/resource/use-online-call.ts';
import { ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { type Fact, FactList } from './fact-list.tsx';

/** Who is signed in, with what the server knows of the account; a BME can change the own one. */
export function ProfileCard({ session }: { session: Session }) {
  const state = useSession();
  const { bmeAccountId: id = '' } = session;
  const { data: account } = useOnlineCall('profile');
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
          <ButtonLink variant="ghost" icon="edit" to={paths.bmeEdit(id)}>
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
          ['Session', state.kind === 'signed-in' && state.offline ? 'Continued without network' : 'Signed in'],
        ]}
      />
    </Card>
  );
}
