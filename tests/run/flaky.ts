/** The parts of Playwright's JSON report that name its stories. */
export interface StoryReport {
  suites?: readonly Suite[];
}
interface Suite {
  title: string;
  suites?: readonly Suite[];
  specs?: readonly { title: string; tests: readonly { projectName: string; status: string }[] }[];
}

/** A story that failed and then passed. */
export interface FlakyStory {
  engine: string;
  /** File and titles, such as `labels.spec.ts › prints labels`; the story's name in tests/flaky.md. */
  story: string;
}

/** Maximum number of flaky stories in one run. */
export const mostFlaky = 2;

/** Returns the stories of a report that passed on their second try. */
export function flakyOf({ suites = [] }: StoryReport): FlakyStory[] {
  const within = (suite: Suite, above: readonly string[]): FlakyStory[] => {
    const path = [...above, suite.title];
    const own = (suite.specs ?? []).flatMap(({ title, tests }) =>
      tests
        .filter(({ status }) => status === 'flaky')
        .map(({ projectName }) => ({ engine: projectName, story: [...path, title].join(' › ') })),
    );
    return [...own, ...(suite.suites ?? []).flatMap((inner) => within(inner, path))];
  };
  return suites.flatMap((suite) => within(suite, []));
}

/** A row of tests/flaky.md. */
export interface KnownFlaky {
  story: string;
  day: string;
  known: string;
}

/** Reads the table of tests/flaky.md. */
export function readFlakyList(markdown: string): KnownFlaky[] {
  return [...markdown.matchAll(/^\| (.+?) \| (\d{4}-\d{2}-\d{2}) \| (.+?) \|$/gm)].map(
    ([, story = '', day = '', known = '']) => ({ story, day, known }),
  );
}

/**
 * Returns why a run with these flaky stories fails: one of them is already listed, for any engine, or there are too
 * many.
 */
export function faultsOfFlaky(flaky: readonly FlakyStory[], listed: readonly KnownFlaky[]): string[] {
  const again = flaky.flatMap(({ engine, story }) => {
    const row = listed.find((each) => each.story === story);
    return row === undefined ? [] : [`[${engine}] ${story}: flaky again, listed in tests/flaky.md since ${row.day}`];
  });
  const tooMany =
    flaky.length > mostFlaky ? [`${flaky.length} stories were flaky, and a run may have ${mostFlaky}`] : [];
  return [...again, ...tooMany];
}
