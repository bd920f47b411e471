import { sql } from 'drizzle-orm';
import type { HospitalScope } from '../db/scope.ts';
import { ApiError } from '../problem.ts';
import type { Crowd } from '../crowds.ts';

/**
 * Reports per hour accepted without further proof; `hospital` counts those of all browsers. Source: docs/product.md
 * P304.
 */
const withToken = { browser: 5, hospital: 30 };
/** For labels without a valid token; `hospital` counts their reports alone. */
const withoutToken = { browser: 2, hospital: 10 };
/** The most reports per hour that a hospital accepts; phones send the others later. */
const most = 300;
const hourMs = 60 * 60_000;
/** How long a phone waits before it tries again. Units: seconds. */
const later = 10 * 60;

interface Sender {
  browser: string;
  hasToken: boolean;
}

/**
 * Returns the number of reports that the hospital got in the last hour if it is unusually high for this sender, else
 * null. No limit goes by network address: a whole hospital shares one. Throws: ApiError `report.browser_limit` and,
 * beyond what a hospital can look through, `server.rate_limited`.
 */
export async function seeLimits(scope: HospitalScope, { browser, hasToken }: Sender, now: Date): Promise<Crowd | null> {
  const since = new Date(now.getTime() - hourMs).toISOString();
  const [row] = await scope.rows<{ ofBrowser: number; withoutToken: number; reports: number }>(sql`
    select (count(*) filter (where browser = ${browser}))::int as "ofBrowser",
      (count(*) filter (where not has_token))::int as "withoutToken", count(*)::int as reports
    from fault_report where hospital_id = ${scope.id} and received_at > ${since}::timestamptz`);
  const { ofBrowser = 0, withoutToken: bare = 0, reports = 0 } = row ?? {};
  const limits = hasToken ? withToken : withoutToken;
  if (ofBrowser >= limits.browser) throw new ApiError('report.browser_limit', undefined, { retryAfter: later });
  if (reports >= most) throw new ApiError('server.rate_limited', undefined, { retryAfter: later });
  const isForAll = reports >= withToken.hospital;
  return isForAll || (!hasToken && bare >= withoutToken.hospital) ? { reports, isForAll } : null;
}
