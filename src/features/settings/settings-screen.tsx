import { release } from '#contract/release.ts';
import { useSignedIn } from '#ui/engine/engine-provider.tsx';
import { paths } from '#ui/paths.ts';
import { ButtonLink } from '#ui/ui/button.tsx';
import { Card } from '#ui/ui/card.tsx';
import { PageHeader } from '#ui/ui/page-header.tsx';
import { LogoCard } from './logo-card.tsx';
import { LookCard } from './look-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { PinCard } from './pin-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { StorageCard } from './storage-card.tsx';
import { ThisTabletCard } from './this-tablet-card.tsx';

/** Shows the user's own settings: profile, password, this tablet. Source: docs/product.md P48. */
export function SettingsScreen() {
  const session = useSignedIn();
  return (
    <>
      <PageHeader title="Settings" />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="space-y-5">
          <ProfileCard session={session} />
          <PasswordCard />
          {session.hospital !== undefined && (
            <Card title="Notices">
              <p className="mb-4 text-muted">
                Choose which notices you get by push and mail, and switch push on for this tablet.
              </p>
              <ButtonLink to={paths.ownNotices()} icon="bell">
                Notice settings
              </ButtonLink>
            </Card>
          )}
        </div>
        <div className="space-y-5">
          {session.hospital !== undefined && <PinCard />}
          <ThisTabletCard isWard={session.hospital !== undefined} />
          {session.hospital !== undefined && <StorageCard />}
          {session.userRole === 'Hospital' && <LogoCard />}
          <LookCard />
        </div>
      </div>
      <p className="mt-5 text-sm text-muted">
        Ward Rounds {release}.{' '}
        <a
          href="/third-party-notices.txt"
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-target items-center text-primary-ink underline underline-offset-4"
        >
          Licences of the software in this app
        </a>{' '}
        (needs the network)
      </p>
    </>
  );
}
