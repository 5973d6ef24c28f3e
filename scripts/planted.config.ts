import { defineConfig } from 'vitest/config';
import { allOnly } from '../tests/selection.ts';
import { patience } from '../tests/support/patience.ts';

/** For tests with a bug planted: any kind of test, with less patience, because what is waited for often never comes. */
export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    tags: [{ name: allOnly }],
    setupFiles: ['tests/support/put-back.ts', 'tests/support/empty-disk.ts'],
    globalSetup: ['tests/support/cluster.ts', 'tests/support/shared-browser.ts'],
    env: { VFP_PATIENCE_MS: '30000' },
    testTimeout: 120_000,
    hookTimeout: patience.hook,
  },
});
