import { useSession, useSignedIn } from '#ui/resource/engine-provider.tsx';
import { Card } from '#ui/ui/card.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { FactList } from './fact-list.tsx';
import { LookCard } from './look-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { ThisDeviceCard } from './this-device-card.tsx';

/** The user's own page: profile, password, this device. */
export function SettingsScreen() {
  const session = useSignedIn();
  const state = useSession();
  return (
    <>
      <PageHeader title="Settings" />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="space-y-5">
          <Card title="Profile">
            <FactList
              facts={[
                ['Name', session.userName],
                ['Role', session.userRole],
                ['Hospital', session.hospital?.name ?? 'All hospitals'],
                ['Session', state.kind === 'signed-in' && state.offline ? 'Continued without network' : 'Signed in'],
              ]}
            />
          </Card>
          <PasswordCard />
        </div>
        <div className="space-y-5">
          <ThisDeviceCard />
          <LookCard />
        </div>
      </div>
    </>
  );
}
