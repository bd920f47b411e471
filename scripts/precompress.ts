import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Endings that shrink; pictures and fonts are compressed already. */
const shrinking = /\.(js|css|html|wasm|svg|webmanifest|json|txt)$/;
/** Below this a compressed twin costs more than it saves. Units: bytes. */
const smallest = 1024;

/** Writes a .br and a .gz twin beside each file of the built app, so that the server never compresses it on the fly. */
function precompress(folder: string): number {
  let written = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !shrinking.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const bytes = readFileSync(file);
    if (bytes.length < smallest) continue;
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    written += 2;
  }
  return written;
}

console.log(`${precompress('dist/app')} compressed twins written`);
