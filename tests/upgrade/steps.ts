import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** The server with which docs/operations.md begins, and the other one. */
export const documented = ['10.0.0.11:4310', '10.0.0.12:4310'] as const;

/** The blocks of commands of the upgrade of two servers. */
export interface Steps {
  /** The upstream that the proxy needs. */
  upstream: string;
  leave: string;
  exchange: string;
  comeBack: string;
}

/** Reads the steps from docs/operations.md. Throws: if they are not there. */
export async function readSteps(): Promise<Steps> {
  const text = await readFile('docs/operations.md', 'utf8');
  const section = /^\*\*Several servers, one after the other\.\*\*[\s\S]*?^\*\*Back/m.exec(text)?.[0] ?? '';
  const blocks = [...section.matchAll(/^```\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
  const [upstream, leave, exchange, comeBack, ...more] = blocks;
  if (!upstream || !leave || !exchange || !comeBack || more.length > 0) {
    throw new Error(`docs/operations.md has ${blocks.length} blocks for an upgrade of two servers`);
  }
  return { upstream, leave, exchange, comeBack };
}

/** Runs a block of commands line by line in a shell, which stops at the first that fails. */
export function runBlock(block: string, replaced: Record<string, string>, programs: string): Promise<void> {
  let commands = block;
  for (const [from, to] of Object.entries(replaced)) commands = commands.replaceAll(from, to);
  return new Promise((resolve, reject) => {
    const env = { ...process.env, PATH: `${programs}:${process.env['PATH']}` };
    const child = spawn('sh', ['-exc', commands], { env });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes: Buffer) => (printed += bytes.toString()));
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`Exit ${code}:\n${printed}`))));
  });
}
