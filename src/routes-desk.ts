import { adminOnly, auditReaders, hospitalRoles, officeOnly } from '#contract/permissions.ts';
import { paths } from './paths.ts';
import { screen, type ScreenRoute } from './route.ts';

/** Session, hospitals, engineers, figures, notices and dashboards. Source: docs/product.md P4. */
export const deskRoutes: readonly ScreenRoute[] = [
  screen(paths.login, 'Sign in', 'open', async () => (await import('./features/session/login-screen.tsx')).LoginScreen),
  screen(
    paths.newPassword,
    'New password',
    'open',
    async () => (await import('./features/session/new-password-screen.tsx')).PasswordLinkScreen,
  ),
  screen(
    paths.settings,
    'Settings',
    'signed-in',
    async () => (await import('./features/settings/settings-screen.tsx')).SettingsScreen,
  ),
  screen(
    paths.outbox,
    'Outbox',
    'signed-in',
    async () => (await import('./features/outbox/outbox-screen.tsx')).OutboxScreen,
  ),
  screen(
    paths.activity,
    'Activity Log',
    auditReaders,
    async () => (await import('./features/audit/activity-screen.tsx')).ActivityScreen,
  ),
  screen(
    paths.tablets,
    'Tablets',
    auditReaders,
    async () => (await import('./features/tablet/tablets-screen.tsx')).TabletsScreen,
  ),
  screen(
    paths.crashes,
    'App Faults',
    adminOnly,
    async () => (await import('./features/crash/crashes-screen.tsx')).CrashesScreen,
  ),
  screen(paths.mail, 'Mail', adminOnly, async () => (await import('./features/mail/mail-screen.tsx')).MailScreen),
  screen(
    paths.adminDashboard,
    'Dashboard',
    adminOnly,
    async () => (await import('./features/admin-dashboard/admin-dashboard-screen.tsx')).AdminDashboardScreen,
  ),
  screen(
    paths.hospitals,
    'Hospitals',
    adminOnly,
    async () => (await import('./features/hospital/hospital-list-screen.tsx')).HospitalListScreen,
  ),
  screen(
    paths.hospitalAdd,
    'Create Hospital',
    adminOnly,
    async () => (await import('./features/hospital/hospital-form-screen.tsx')).HospitalCreateScreen,
  ),
  screen(
    paths.hospitalEdit,
    'Edit Hospital',
    adminOnly,
    async () => (await import('./features/hospital/hospital-form-screen.tsx')).HospitalEditScreen,
  ),
  screen(
    paths.hospitalFirstHour,
    'First hour',
    adminOnly,
    async () => (await import('./features/first-hour/first-hour-screen.tsx')).AdminFirstHourScreen,
  ),
  screen(
    paths.firstHour,
    'First hour',
    officeOnly,
    async () => (await import('./features/first-hour/first-hour-screen.tsx')).OfficeFirstHourScreen,
  ),
  screen(
    paths.bmeDashboard,
    'Dashboard',
    hospitalRoles,
    async () => (await import('./features/dashboard/bme-dashboard-screen.tsx')).BmeDashboardScreen,
  ),
  screen(
    paths.figures,
    'Figures',
    hospitalRoles,
    async () => (await import('./features/figures/figures-screen.tsx')).FiguresScreen,
  ),
  screen(
    paths.figureSettings,
    'Targets and rules',
    hospitalRoles,
    async () => (await import('./features/figures/figure-settings-screen.tsx')).FigureSettingsScreen,
  ),
  screen(
    paths.holidays,
    'Holidays',
    hospitalRoles,
    async () => (await import('./features/figures/holidays-screen.tsx')).HolidaysScreen,
  ),
  screen(
    paths.faultReports,
    'Fault Reports',
    hospitalRoles,
    async () => (await import('./features/fault-report/report-list-screen.tsx')).ReportListScreen,
  ),
  screen(
    paths.reportSettings,
    'Reports from labels',
    officeOnly,
    async () => (await import('./features/fault-report/report-settings-screen.tsx')).ReportSettingsScreen,
  ),
  screen(
    paths.figure,
    'Figure',
    hospitalRoles,
    async () => (await import('./features/figures/figure-screen.tsx')).FigureScreen,
  ),
  screen(
    paths.figureRows,
    'Rows of a figure',
    hospitalRoles,
    async () => (await import('./features/figures/figure-rows-screen.tsx')).FigureRowsScreen,
  ),
  screen(
    paths.notices,
    'Notices',
    hospitalRoles,
    async () => (await import('./features/notice/notice-list-screen.tsx')).NoticeListScreen,
  ),
  screen(
    paths.ownNotices,
    'Notice settings',
    hospitalRoles,
    async () => (await import('./features/settings/notice-settings-screen.tsx')).NoticeSettingsScreen,
  ),
  screen(
    paths.duty,
    'Duty and leave',
    hospitalRoles,
    async () => (await import('./features/engineer/duty-screen.tsx')).DutyScreen,
  ),
  screen(
    paths.noticeRules,
    'Escalation and quiet hours',
    officeOnly,
    async () => (await import('./features/engineer/notice-rules-screen.tsx')).NoticeRulesScreen,
  ),
  screen(
    paths.engineers,
    'BME Accounts',
    hospitalRoles,
    async () => (await import('./features/engineer/engineer-list-screen.tsx')).EngineerListScreen,
  ),
  screen(
    paths.engineerCreate,
    'Create BME Account',
    hospitalRoles,
    async () => (await import('./features/engineer/engineer-create-screen.tsx')).EngineerCreateScreen,
  ),
  screen(
    paths.engineerEdit,
    'Edit BME Account',
    hospitalRoles,
    async () => (await import('./features/engineer/engineer-edit-screen.tsx')).EngineerEditScreen,
  ),
];
