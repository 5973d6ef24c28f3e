import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { keepRecentBuilds } from './recent-builds.ts';

/** Writes a .br and a .gz next to every file of the build that they make smaller. The server sends those. */

const dist = join(import.meta.dirname, '..', 'dist');
const compressible = /\.(js|css|html|json|svg|webmanifest|txt|xml)$/;

const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => compressible.test(name));
await Promise.all(files.map((name) => compress(join(dist, name))));
keepRecentBuilds(dist);

async function compress(file: string): Promise<void> {
  const raw = readFileSync(file);
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(raw, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: raw.length },
    }),
    promisify(gzip)(raw, { level: 9 }),
  ]);
  put(`${file}.br`, br, raw.length);
  put(`${file}.gz`, gz, raw.length);
}

function put(file: string, content: Buffer, rawLength: number): void {
  if (content.length < rawLength) writeFileSync(file, content);
  else rmSync(file, { force: true });
}
