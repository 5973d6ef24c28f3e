import { defineConfig } from 'vitest/config';

/** Four kinds of test: see tests/README.md. */
export default defineConfig({
  test: {
    // A browser test waits half of its time: two files beside each other take little longer than one, on two cores too.
    maxWorkers: process.env['DATABASE_URL'] === undefined ? 2 : 1,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/*.test.ts', 'tests/{domain,src,server}/**/*.test.ts', 'tests/simulation/**/*.test.ts'],
          globalSetup: 'tests/support/cluster.ts',
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'stories',
          include: ['tests/stories/**/*.test.ts'],
          globalSetup: 'tests/support/cluster.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'cluster',
          include: ['tests/cluster/**/*.test.ts'],
          globalSetup: 'tests/support/cluster.ts',
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          globalSetup: 'tests/support/cluster.ts',
          testTimeout: 240_000,
          hookTimeout: 120_000,
          // A condition in a browser may take as long as a page takes to load beside other work.
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
});
