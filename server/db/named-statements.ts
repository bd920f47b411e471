import pg from 'pg';
import type { DatabaseLog } from './database-log.ts';

/** Maximum number of named statements in a process; each connection keeps those it has used. */
const maxNames = 300;
/** Maximum number of texts remembered after their first use. */
const maxRemembered = 2_000;
/** Longer texts contain lists of rows and rarely repeat; the longest repeating ones are combined reads. */
const maxTextLength = 24_000;

/** A plan for an unknown pattern or range reads the whole table; one for a known value may use an index. */
const dependsOnValues = /\bi?like\b|(?<!=)[<>]=? ?\$\d/i;

/** SQLSTATEs when a pooler has given the session to another client: unknown statement, or name already taken. */
const foreignSessions = new Set(['26000', '42P05']);
/** Routine that reports a named statement whose table has changed its columns. */
const outdatedPlan = 'RevalidateCachedQuery';

/** The names of a process's statements. */
export interface StatementNames {
  /** Returns the name of a text that has been used before; undefined: send it unnamed. */
  nameOf(text: string): string | undefined;
  /** Examines the error of a named statement, and gives up names that do more harm than good. */
  noteError(error: unknown): void;
}

/** Names a statement from its second use on, so that one-time statements leave nothing on a connection. */
export function createStatementNames(log: DatabaseLog): StatementNames {
  const names = new Map<string, string>();
  const seen = new Set<string>();
  let generation = 1;
  let isOff = false;
  return {
    nameOf(text) {
      const known = names.get(text);
      if (known !== undefined) return known;
      if (isOff || names.size >= maxNames || text.length > maxTextLength || dependsOnValues.test(text))
        return undefined;
      if (seen.delete(text)) {
        const name = `ward_${generation}_${names.size + 1}`;
        names.set(text, name);
        return name;
      }
      if (seen.size >= maxRemembered) seen.clear();
      seen.add(text);
      return undefined;
    },
    noteError(error) {
      if (!(error instanceof pg.DatabaseError)) return;
      const { code = '', routine } = error;
      if (routine === outdatedPlan) {
        generation += 1;
        names.clear();
      } else if (foreignSessions.has(code) && !isOff) {
        isOff = true;
        names.clear();
        log.warn({ code }, 'The database is behind a pooler: set DATABASE_DIRECT_URL to the database itself');
      }
    },
  };
}

/**
 * Lets the connections of a pool keep parsed and planned statements, which saves PostgreSQL half the work of a pull or
 * a page. Does not work behind a pooler that shares sessions. Source: docs/decisions/281-named-statements.md
 */
export function nameStatements(pool: pg.Pool, log: DatabaseLog): void {
  const names = createStatementNames(log);
  pool.on('connect', (client) => {
    const query: (...input: unknown[]) => unknown = client.query.bind(client);
    Object.assign(client, {
      query(asked: unknown, values?: unknown, ...more: unknown[]) {
        const config = typeof asked === 'string' ? { text: asked } : asked;
        const name = Array.isArray(values) && values.length > 0 ? nameFor(config, names) : undefined;
        if (name === undefined) return query(asked, values, ...more);
        const [callback] = more;
        if (typeof callback === 'function') {
          return query({ ...(config as object), name }, values, (error: unknown, ...result: unknown[]) => {
            if (error) names.noteError(error);
            callback(error, ...result);
          });
        }
        const answer = query({ ...(config as object), name }, values, ...more);
        if (answer instanceof Promise) answer.catch((error: unknown) => names.noteError(error));
        return answer;
      },
    });
  });
}

/**
 * Returns the name for a statement that has none yet; undefined for query objects of other packages, which have no
 * text.
 */
function nameFor(config: unknown, names: StatementNames): string | undefined {
  if (typeof config !== 'object' || config === null || 'submit' in config) return undefined;
  if ('name' in config && typeof config.name === 'string' && config.name !== '') return undefined;
  return 'text' in config && typeof config.text === 'string' ? names.nameOf(config.text) : undefined;
}
