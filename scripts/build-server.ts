import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { type Plugin, build } from 'vite';

/**
 * `node scripts/build-server.ts`: puts the server's own modules, and the two packages of many small ones, into a few
 * files in `dist-server`, which load in a third of the time. What the modules read, or run as processes of their own,
 * stays where it is.
 */

const root = join(import.meta.dirname, '..');
const built = join(root, 'dist-server');
/** Renamed when it is complete: several processes may start, and build, at the same time. */
const outDir = `${built}.${process.pid}`;

/** Packages of hundreds of modules. All others are loaded from `node_modules`. */
const manyModules = ['kysely', 'typebox'];

/** A module finds its files beside its source, from whichever file it ends up in. */
const filesBesideSource: Plugin = {
  name: 'files-beside-source',
  enforce: 'pre',
  transform(code, id) {
    if (id.includes('node_modules') || !code.includes('import.meta.')) return undefined;
    const source = relative(outDir, id).split(sep).join('/');
    return code
      .replaceAll('import.meta.dirname', `(import.meta.dirname + ${JSON.stringify(`/${dirname(source)}`)})`)
      .replaceAll('import.meta.url', `new URL(${JSON.stringify(source)}, import.meta.url).href`);
  },
};

await build({
  configFile: false,
  root,
  publicDir: false,
  logLevel: 'warn',
  plugins: [filesBesideSource],
  ssr: { noExternal: manyModules },
  build: {
    ssr: 'server/main.ts',
    outDir,
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    rolldownOptions: { output: { chunkFileNames: '[name].js' } },
  },
});

rmSync(built, { recursive: true, force: true });
try {
  renameSync(outDir, built);
} catch (error) {
  // Another process has just put its own there.
  rmSync(outDir, { recursive: true });
  if (!existsSync(join(built, 'main.js'))) throw error;
}
