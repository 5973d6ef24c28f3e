import { readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { keepRecentBuilds } from './recent-builds.ts';

/** Writes a .br and a .gz next to every file of the build that they make smaller. The server sends those. */

const dist = join(import.meta.dirname, '..', 'dist');
const compressible = /\.(js|css|html|json|svg|webmanifest|txt|xml)$/;

const results = await Promise.all(
  filesIn(dist)
    .filter((file) => compressible.test(file))
    .map(compress),
);
const sum = (pick: (result: Compressed) => number) => results.reduce((total, result) => total + pick(result), 0);
console.log(
  `compressed ${results.length} files: ${kilobytes(sum((r) => r.raw))} raw, ${kilobytes(sum((r) => r.br))} br, ${kilobytes(sum((r) => r.gz))} gz`,
);
keepRecentBuilds(dist);

interface Compressed {
  raw: number;
  br: number;
  gz: number;
}

async function compress(file: string): Promise<Compressed> {
  const raw = readFileSync(file);
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(raw, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: raw.length },
    }),
    promisify(gzip)(raw, { level: 9 }),
  ]);
  put(`${file}.br`, br, raw.length);
  put(`${file}.gz`, gz, raw.length);
  return { raw: raw.length, br: Math.min(br.length, raw.length), gz: Math.min(gz.length, raw.length) };
}

function put(file: string, content: Buffer, rawLength: number): void {
  if (content.length < rawLength) writeFileSync(file, content);
  else rmSync(file, { force: true });
}

function filesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesIn(path) : [path];
  });
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}
