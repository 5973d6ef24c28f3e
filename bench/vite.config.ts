import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { alias, withoutShapes } from '../scripts/client-modules.ts';

/** Builds the bench's pages, including the product's client, in the way the app is built. */
const pages = resolve(import.meta.dirname, 'pages');

export default defineConfig({
  root: pages,
  plugins: [withoutShapes],
  resolve: { alias },
  define: { VFP_VERSION: JSON.stringify('bench') },
  build: {
    outDir: resolve(import.meta.dirname, 'results/pages'),
    emptyOutDir: true,
    target: 'es2023',
    rollupOptions: { input: ['ceiling', 'vfp'].map((name) => resolve(pages, `${name}.html`)) },
  },
});
