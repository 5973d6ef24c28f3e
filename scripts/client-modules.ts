import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Modules that every build for browsers replaces or trims: the app, its service worker, and the bench's pages. */

const root = join(import.meta.dirname, '..');

// React has had `useSyncExternalStore` since 18. Without the alias every guest would load the shim for older ones.
export const alias = [
  { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
  // Without a condition in its package, its development build would be taken, with its warnings.
  {
    find: /^react-router(-dom)?$/,
    replacement: join(root, 'node_modules/react-router/dist/production/index.mjs'),
  },
  // Dexie's own minified build is smaller than what our minifier makes of its sources.
  { find: /^dexie$/, replacement: join(root, 'node_modules/dexie/dist/modern/dexie.min.mjs') },
];

/** A call of TypeBox in minified code. */
const usesShapes = /\(void 0\)\.(?:String|Object|Optional|Union|Array|Integer|Unsafe)\(/;

/**
 * Removes the protocol's schemas from the browser build: only the server validates with them, but the browser imports
 * constants from the same files. Marked as pure, unused schemas are tree-shaken. TypeBox itself would stay, so it is
 * replaced by an empty module; a schema that is still used would throw when the page loads, and ends the build instead.
 */
export const withoutShapes: Plugin = {
  name: 'without-shapes',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => (id === 'typebox' ? '\0no-typebox' : undefined),
  load: (id) => (id === '\0no-typebox' ? 'export const Type = undefined;' : undefined),
  transform(code, id) {
    if (!/\/domain\/[^?]*\/wire\/[^/]+\.ts$/.test(id)) return undefined;
    const calls = /(?<![\w.])(?:Type\.\w+(?:<\w+>)?|nullable|oneOf|listOf|int4)\(/g;
    return { code: code.replace(calls, '/* @__PURE__ */ $&'), map: null };
  },
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk' || !usesShapes.test(file.code)) continue;
      const from = file.moduleIds.filter((id) => id.includes('/wire/')).join(', ');
      this.error(`${file.fileName} uses schemas, which browsers do not have. Move what it needs out of: ${from}`);
    }
  },
};
