import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/** Files of a build and the dependencies between them, read from `.vite/manifest.json` and `.vite/modules.json`. */

export interface BuiltFile {
  path: string;
  /** Bytes transferred (brotli). */
  wire: number;
  modules: string[];
}

export interface Build {
  files: Map<string, BuiltFile>;
  chunks: Record<string, Chunk>;
}

interface Chunk {
  file: string;
  name?: string;
  imports?: string[];
  css?: string[];
}

/** Reads a build. @param dist folder of the build */
export function readBuild(dist: string): Build {
  const chunks: Record<string, Chunk> = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'));
  const modules: Record<string, string[]> = JSON.parse(readFileSync(join(dist, '.vite', 'modules.json'), 'utf8'));
  const files = Object.entries(modules)
    .filter(([path]) => existsSync(join(dist, path)))
    .map(([path, ids]): [string, BuiltFile] => [path, { path, wire: wireSize(join(dist, path)), modules: ids }]);
  return { files: new Map(files), chunks };
}

/**
 * Returns all files that entries load, each once.
 * @param entries source paths, prefixes of chunk names, or names of workers
 * @throws Error when the build has nothing of that name
 */
export function loadedWith(build: Build, entries: string[]): BuiltFile[] {
  const paths = new Set<string>();
  const add = (key: string): void => {
    const chunk = build.chunks[key];
    if (chunk === undefined || paths.has(chunk.file)) return;
    for (const path of [chunk.file, ...(chunk.css ?? [])]) paths.add(path);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  for (const entry of entries) {
    const keys = Object.keys(build.chunks).filter(
      (key) => key === entry || build.chunks[key]?.name?.startsWith(entry) === true,
    );
    for (const key of keys) add(key);
    const workers = [...build.files.keys()].filter(
      (path) => path.startsWith(`assets/${entry}-`) && path.endsWith('.js'),
    );
    for (const path of workers) paths.add(path);
    if (keys.length === 0 && workers.length === 0) throw new Error(`The build has nothing named ${entry}.`);
  }
  return [...paths].flatMap((path) => build.files.get(path) ?? []);
}

function wireSize(path: string): number {
  return existsSync(`${path}.br`) ? statSync(`${path}.br`).size : brotliCompressSync(readFileSync(path)).length;
}
