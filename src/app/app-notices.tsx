import { Bell } from './bell.tsx';
import { SearchEverywhere } from './search/search-everywhere.tsx';
import { CrashReports } from './crash-reports.tsx';
import { HeaderLogo } from './header-logo.tsx';
import { NearlyFull } from './nearly-full.tsx';
import { OfflineStart } from './offline-start.tsx';
import { SyncSpoken } from './sync-spoken.tsx';
import { TabletReport } from './tablet-report.tsx';
import { UpdatePrompt } from './update-prompt.tsx';
import { VisitorsReports } from './visitors-reports.tsx';

/**
 * Shows notices about the app on this tablet (opening without network, nearly full storage, an available update),
 * announces the state of sync, reports the tablet's state and faults of the app, sends waiting reports of visitors, and
 * adds the hospital's logo, the search and the bell to the header.
 */
export function AppNotices() {
  return (
    <>
      <OfflineStart />
      <NearlyFull />
      <UpdatePrompt />
      <SyncSpoken />
      <TabletReport />
      <CrashReports />
      <VisitorsReports />
      <HeaderLogo />
      <SearchEverywhere />
      <Bell />
    </>
  );
}
