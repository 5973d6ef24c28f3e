import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { type Plugin, defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { backOffice, chunkGroups, comparison } from './scripts/chunks.ts';
import { buildStamp } from './scripts/build-stamp.ts';
import { webManifest } from './scripts/web-manifest.ts';

const stamp = buildStamp();
const server = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`;
const toServer = [
  '/api',
  '/files',
  '/docs',
  '/dev',
  '/version.json',
  '/healthz',
  '/readyz',
  '/robots.txt',
  '/sitemap.xml',
];

/** Adds two files to the build: its version, for the server, and the modules of each file, for the budgets. */
const notes: Plugin = {
  name: 'notes',
  generateBundle(_, bundle) {
    const modules = Object.values(bundle).map((file) => [file.fileName, file.type === 'chunk' ? file.moduleIds : []]);
    const write = (fileName: string, content: unknown) =>
      this.emitFile({ type: 'asset', fileName, source: `${JSON.stringify(content)}\n` });
    write('build.json', stamp);
    write('.vite/modules.json', Object.fromEntries(modules));
  },
};

/**
 * Entries that are of no use without a network: pages of the server, and the database in memory of a browser that keeps
 * nothing. Their files are kept out of every device's precache by their folder.
 */
const needsNetwork =
  /\/?src\/screens\/(admin|payments|(navigator|public|chat|guest)\/online)\/|node_modules\/fake-indexeddb\//;

/** @param name that of the file, which may be made of several entries */
function folderOf(entry: string | null | undefined, name = ''): string {
  return needsNetwork.test(entry ?? '') || name.startsWith(backOffice) || name.startsWith(comparison)
    ? 'assets/online'
    : 'assets';
}

/** A call of TypeBox in minified code. */
const usesShapes = /\(void 0\)\.(?:String|Object|Optional|Union|Array|Integer|Unsafe)\(/;

/**
 * Removes the protocol's schemas from the browser build: only the server validates with them, but the browser imports
 * constants from the same files. Marked as pure, unused schemas are tree-shaken. TypeBox itself would stay, so it is
 * replaced by an empty module; a schema that is still used would throw when the page loads, and ends the build instead.
 */
const withoutShapes: Plugin = {
  name: 'without-shapes',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => (id === 'typebox' ? '\0no-typebox' : undefined),
  load: (id) => (id === '\0no-typebox' ? 'export const Type = undefined;' : undefined),
  transform(code, id) {
    if (!/\/domain\/protocol\/[^/]+\.ts$/.test(id)) return undefined;
    const calls = /(?<![\w.])(?:Type\.\w+(?:<\w+>)?|nullable|oneOf|listOf|int4)\(/g;
    return { code: code.replace(calls, '/* @__PURE__ */ $&'), map: null };
  },
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk' || !usesShapes.test(file.code)) continue;
      const from = file.moduleIds.filter((id) => id.includes('/domain/protocol/')).join(', ');
      this.error(`${file.fileName} uses schemas, which browsers do not have. Move what it needs out of: ${from}`);
    }
  },
};

export default defineConfig({
  define: {
    VFP_VERSION: JSON.stringify(stamp.version),
  },
  plugins: [
    react(),
    notes,
    withoutShapes,
    VitePWA({
      strategies: 'injectManifest',
      registerType: 'prompt',
      // Registered by src/workers/register.ts, because our CSP blocks the plugin's registration script.
      injectRegister: false,
      srcDir: 'src/workers',
      filename: 'service-worker.ts',
      manifest: webManifest,
      includeManifestIcons: false,
      injectManifest: {
        rollupFormat: 'iife',
        buildPlugins: { vite: [withoutShapes] },
        injectionPoint: 'self.shellFiles',
        globPatterns: [
          'index.html',
          'assets/*.{js,css}',
          // Named for the service worker, which keeps of them what was used: src/workers/used-files.ts.
          'assets/online/*.{js,css}',
          'icons/icon{.svg,-192.png}',
          'locales/en/!(public|admin|guest|center).json',
        ],
        // Hashed names say all there is to say about their content.
        dontCacheBustURLsMatching: /^assets\//,
        maximumFileSizeToCacheInBytes: 600 * 1024,
      },
    }),
  ],
  worker: { format: 'es' },
  // React has had `useSyncExternalStore` since 18. Without the alias every guest would load the shim for older ones.
  resolve: {
    alias: [
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      // Without a condition in its package, its development build would be taken, with its warnings.
      {
        find: /^react-router(-dom)?$/,
        replacement: join(import.meta.dirname, 'node_modules/react-router/dist/production/index.mjs'),
      },
      // Dexie's own minified build is smaller than what our minifier makes of its sources.
      { find: /^dexie$/, replacement: join(import.meta.dirname, 'node_modules/dexie/dist/modern/dexie.min.mjs') },
    ],
  },
  build: {
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      output: {
        codeSplitting: { groups: chunkGroups },
        entryFileNames: 'assets/[name]-[hash].js',
        chunkFileNames: ({ name, facadeModuleId }) => `${folderOf(facadeModuleId, name)}/[name]-[hash].js`,
        assetFileNames: ({ names, originalFileNames: [file] }) => `${folderOf(file, names[0])}/[name]-[hash][extname]`,
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: {
      ...Object.fromEntries(toServer.map((path) => [path, server])),
      '/socket.io': { target: server, ws: true },
    },
  },
});
