import { defineConfig } from 'vitest/config';

/** For tests with a bug planted: any kind of test, with patience, because what is waited for may never come. */
export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: 'tests/support/cluster.ts',
    testTimeout: 100_000,
    hookTimeout: 100_000,
  },
});
