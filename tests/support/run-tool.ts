import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const tools = fileURLToPath(new URL('../../server/operations/tools.ts', import.meta.url));

/**
 * Runs an operator's command of the server and returns its exit code and output. Does not block this process: a server
 * in it would count as overloaded and refuse the next request.
 */
export function runTool(env: Record<string, string>, ...args: string[]): Promise<{ status: number; text: string }> {
  const options = { env: { PATH: process.env['PATH'], ...env } };
  return new Promise((resolve) => {
    execFile(process.execPath, ['--import', 'tsx', tools, ...args], options, (error, out, fault) =>
      resolve({ status: error ? Number(error.code) : 0, text: out + fault }),
    );
  });
}
