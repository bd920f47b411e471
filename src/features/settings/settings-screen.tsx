import { useSignedIn } from '#ui/resource/engine-provider.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { LookCard } from './look-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { ThisDeviceCard } from './this-device-card.tsx';

/** The user's own page: profile, password, this device. Source: document 3, section 1. */
export function SettingsScreen() {
  const session = useSignedIn();
  return (
    <>
      <PageHeader title="Settings" />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="space-y-5">
          <ProfileCard session={session} />
          <PasswordCard />
        </div>
        <div className="space-y-5">
          <ThisDeviceCard isWard={session.hospital !== undefined} />
          <LookCard />
        </div>
      </div>
    </>
  );
}
