import { defineConfig } from 'vitest/config';
import { patience } from '../tests/support/patience.ts';

/** Vitest configuration for `npm run mutate`: unit tests, with shorter timeouts, because waits often end in one. */
export default defineConfig({
  test: {
    include: ['tests/{domain,src,server}/**/*.test.ts'],
    setupFiles: ['tests/support/put-back.ts', 'tests/support/empty-disk.ts'],
    globalSetup: 'tests/support/database/cluster.ts',
    env: { VFP_PATIENCE_MS: '15000' },
    testTimeout: 30_000,
    hookTimeout: patience.hook,
    // The first failure proves that the fault is noticed.
    bail: 1,
    isolate: false,
    maxWorkers: 1,
  },
});
