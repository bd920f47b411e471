import type { TestServer } from './test-server.ts';

/** Builds the body of a breakdown report about the first ventilator of the tests' hospital. */
export const breakdownReport = ({ city }: Pick<TestServer, 'city'>, text = 'No pressure') => ({
  installationBaseId: city.devices['VENT-0001'] ?? '',
  issueType: 'Electrical' as const,
  problemReported: text,
  priority: 'High' as const,
  reportedDate: '2026-07-01',
});
