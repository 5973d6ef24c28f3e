import react from '@vitejs/plugin-react';
import { type Plugin, defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { chunkGroups } from './scripts/chunks.ts';
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

/** Two notes beside the build: which version it is, for the server; and which modules went into which file, for the budgets. */
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

/** Entries whose pages need a network: their files are kept out of every device's precache by their folder. */
const needsNetwork = /\/?src\/screens\/(admin|paying|public\/online)\//;

function folderOf(entry: string | null | undefined): string {
  return needsNetwork.test(entry ?? '') ? 'assets/online' : 'assets';
}

/**
 * The protocol's shapes are checked by the server alone; the browser takes constants from the same files. Marked as pure,
 * the unused shapes go; TypeBox itself would stay, so it is left out. A shape still used would fail when the page loads.
 */
const withoutShapes: Plugin = {
  name: 'without-shapes',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => (id === 'typebox' ? '\0no-typebox' : undefined),
  load: (id) => (id === '\0no-typebox' ? 'export const Type = undefined;' : undefined),
  transform(code, id) {
    if (!/\/domain\/protocol\/[^/]+\.ts$/.test(id)) return undefined;
    return { code: code.replace(/(?<![\w.])(?:Type\.\w+|nullable|oneOf|listOf)\(/g, '/* @__PURE__ */ $&'), map: null };
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
      // Registered by src/workers/register.ts: the plugin's own way is blocked by our CSP.
      injectRegister: false,
      srcDir: 'src/workers',
      filename: 'service-worker.ts',
      manifest: webManifest,
      includeManifestIcons: false,
      injectManifest: {
        rollupFormat: 'iife',
        buildPlugins: { vite: [withoutShapes] },
        injectionPoint: 'self.shellFiles',
        globPatterns: ['index.html', 'assets/*.{js,css}', 'icons/icon{.svg,-192.png}', 'locales/en/!(public).json'],
        // Hashed names say all there is to say about their content.
        dontCacheBustURLsMatching: /^assets\//,
        maximumFileSizeToCacheInBytes: 600 * 1024,
      },
    }),
  ],
  worker: { format: 'es' },
  // React has had it since 18; the stand-in for older ones would travel to every guest.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  build: {
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      output: {
        codeSplitting: { groups: chunkGroups },
        entryFileNames: 'assets/[name]-[hash].js',
        chunkFileNames: ({ facadeModuleId }) => `${folderOf(facadeModuleId)}/[name]-[hash].js`,
        assetFileNames: ({ originalFileNames: [file] }) => `${folderOf(file)}/[name]-[hash][extname]`,
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
