import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Replaces parts of an example configuration of `deploy`. Throws: if one of them is missing. */
export async function exampleOf(file: string, parts: Record<string, string>): Promise<string> {
  let text = await readFile(path.join('deploy', file), 'utf8');
  for (const [from, to] of Object.entries(parts)) {
    if (!text.includes(from)) throw new Error(`deploy/${file} has no ${from}`);
    text = text.replaceAll(from, to);
  }
  return text;
}

/** Writes the configuration of an nginx that runs in a folder, around a site; returns its file. */
export async function writeNginx(folder: string, site: string): Promise<string> {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (of) => `${of}_temp_path ${folder}/${of};`,
  );
  // nginx's workers must be able to read the files of this process.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const around = `${user} pid ${folder}/nginx.pid; error_log stderr; daemon off; events {} http { access_log off; ${temporary.join(' ')}`;
  const file = path.join(folder, 'nginx.conf');
  await writeFile(file, `${around}\n${site}}\n`);
  return file;
}
