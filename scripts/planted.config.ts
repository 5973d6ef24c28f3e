import { defineConfig } from 'vitest/config';
import { allOnly } from '../tests/selection.ts';
import { patience } from '../tests/support/patience.ts';

/** Vitest configuration for planted bugs: all kinds of test, with shorter timeouts, because waits often end in one. */
export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    tags: [{ name: allOnly }],
    setupFiles: ['tests/support/put-back.ts', 'tests/support/empty-disk.ts'],
    globalSetup: ['tests/support/database/cluster.ts', 'tests/support/browser/shared-browser.ts'],
    env: { VFP_PATIENCE_MS: '30000' },
    testTimeout: 120_000,
    hookTimeout: patience.hook,
  },
});
