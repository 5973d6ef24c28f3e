import react from '@vitejs/plugin-react';
import { type Plugin, defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { backOffice, chunkGroups, comparison } from './scripts/chunks.ts';
import { buildStamp } from './scripts/build-stamp.ts';
import { alias, withoutShapes } from './scripts/client-modules.ts';
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
  /\/?src\/(((chat|order|assistant)\/)?staff\/|payment\/(?!calls\/)|shell\/public\/online\/|assistant\/(guest\/guest-box|answer\/(live-answer|question-foot))\.)|node_modules\/fake-indexeddb\//;

/** @param name that of the file, which may be made of several entries */
function folderOf(entry: string | null | undefined, name = ''): string {
  return needsNetwork.test(entry ?? '') || name.startsWith(backOffice) || name.startsWith(comparison)
    ? 'assets/online'
    : 'assets';
}

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
  resolve: { alias },
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
      // The Host header stays, because the server compares it with the page's origin.
      ...Object.fromEntries(toServer.map((path) => [path, { target: server }])),
      '/socket.io': { target: server, ws: true },
    },
  },
});
