import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/** The files of a build, and which of them come with which, read from the notes that the build leaves. */

export interface BuiltFile {
  path: string;
  /** Bytes as sent. */
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

/** Takes the folder of a build; gives its files and how they hang together. */
export function readBuild(dist: string): Build {
  const chunks: Record<string, Chunk> = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'));
  const modules: Record<string, string[]> = JSON.parse(readFileSync(join(dist, '.vite', 'modules.json'), 'utf8'));
  const files = Object.entries(modules)
    .filter(([path]) => existsSync(join(dist, path)))
    .map(([path, ids]): [string, BuiltFile] => [path, { path, wire: wireSize(join(dist, path)), modules: ids }]);
  return { files: new Map(files), chunks };
}

/** Takes entries, named by source path, by chunk name or by a worker's name; gives all files that come with them, each once. */
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
