import react from '@vitejs/plugin-react';
import { type Plugin, defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
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

/** Staff pages and read-only public pages get their own folders, which keeps them out of every user's precache. */
function folderOf(chunk: { moduleIds: string[] }): string {
  const row = apart.find(({ of }) => chunk.moduleIds.length > 0 && chunk.moduleIds.every((id) => of.test(id)));
  return row?.folder ?? 'assets';
}

const apart = [
  { folder: 'assets/admin', of: /\/src\/screens\/admin\// },
  {
    folder: 'assets/public',
    of: /\/icons\/|\/src\/(net\/(contact|expert-notification)\.ts|screens\/public\/(?!not-|pricing|public-layout))/,
  },
];

/**
 * Removes the protocol's schemas from the browser build: only the server validates with them, but the browser imports
 * constants from the same files. Marked as pure, unused schemas are tree-shaken. TypeBox itself would stay, so it is
 * replaced by an empty module; a schema that is still used would throw when the page loads.
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

/** Modules that the guests' pages share. They must not pull in what only signed-in users need. */
const ofGuests =
  /\/src\/(net(?!\/(accounts|paying|sign-outs|uploads))|screens\/(consent|public|remote)|ui(?!\/(copy|into-view|loaded-dialog|now)))\/|\/src\/screens\/(account\/guest-api|shell\/(public-menu|theme)|words\/money)|\/src\/session\/session-context|\/domain\/(contact|consent|cookies|plans)\.ts/;
/** Icons of the guests' pages. If one is missing here, those pages load signed-in code, and `budgets.ts` fails. */
const iconsOfGuests =
  /lucide-react\/dist\/esm\/(?!icons)|\/icons\/(bot|check|chevron-down|circle-[a-z-]+|clipboard-list|clock|cloud-[a-z-]+|compass|download|file-text|info|languages|menu|messages-square|minus|monitor|moon|server-crash|sun|triangle-[a-z-]+|wifi-off|x|zap)\.mjs/;
const ofAccounts =
  /\/src\/(net\/accounts\.|screens\/(later|account\/(?!guest-api|leaving))|db\/parked-count)|\/domain\/password\.ts/;

/** Modules that show prices, to guests and to paying users. */
const ofPrices = /\/src\/screens\/paying\/(plan-card|plans)|\/src\/net\/paying/;
/** Modules that the order pages share with each other and with the list of pending commands. */
const ofOrders =
  /\/src\/(commands\/(order|retry)|screens\/(navigator\/(?!typed-stash)|waiting\/))|\/domain\/order\/(?!version-key)/;
/** Rooms, on their pages and in the floating box. The assistant's page shares the code for messages with them. */
const ofRooms =
  /\/src\/screens\/messenger\/(chat-box|conversation|focus-back|message-menu|messenger|room-(choice|list)|screens|start-room|take-out)/;
/** Pages so small that one file for several of them is cheaper to fetch and to cache. */
const small = [
  ['sign-ups', /\/src\/screens\/account\/(change-password|forgot-password|new-password-form|sign-up|verify)\./],
  ['account-dialogs', /\/src\/screens\/account\/(devices-dialog|link-offer|new-password-dialog)\./],
  ['leaving', /\/src\/screens\/account\/(leaving|logout)/],
  ['nothing-here', /\/src\/screens\/(later\/|public\/not-here)/],
] as const;

/**
 * Chunk groups: one for what every page starts with, three for what the guests' pages share, one for what most pages of
 * signed-in users share, and separate ones for orders and rooms.
 */
const fewFiles = [
  { name: 'start', tags: ['$initial' as const], priority: 3 },
  { name: 'guests', test: (id: string) => ofGuests.test(id) || iconsOfGuests.test(id), minShareCount: 2, priority: 2 },
  { name: 'accounts', test: ofAccounts, minShareCount: 2, priority: 2 },
  { name: 'prices', test: ofPrices, minShareCount: 2, priority: 2 },
  { name: 'signed-in', test: (id: string) => !ofOrders.test(id) && !ofRooms.test(id), minShareCount: 2, priority: 1 },
  { name: 'orders', test: ofOrders, minShareCount: 2, priority: 0 },
  { name: 'rooms', test: ofRooms, priority: 0 },
  ...small.map(([name, test]) => ({ name, test, priority: 0 })),
];

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
        globPatterns: ['index.html', 'assets/*.{js,css}', 'icons/icon{.svg,-192.png}', 'locales/en/!(public).json'],
        // Payments require a network.
        globIgnores: ['assets/pay-screen-*'],
        // Hashed names identify their content.
        dontCacheBustURLsMatching: /^assets\//,
        maximumFileSizeToCacheInBytes: 600 * 1024,
      },
    }),
  ],
  worker: { format: 'es' },
  // React has had `useSyncExternalStore` since 18. Without the alias every guest would load the shim for older ones.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  build: {
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      output: {
        codeSplitting: { groups: fewFiles },
        entryFileNames: 'assets/[name]-[hash].js',
        chunkFileNames: (chunk) => `${folderOf(chunk)}/[name]-[hash].js`,
        assetFileNames: 'assets/[name]-[hash][extname]',
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
