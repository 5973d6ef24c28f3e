import { defineConfig } from 'vitest/config';

/** Vitest configuration for `npm run mutate`: the unit tests that need neither a database nor a browser. */
export default defineConfig({
  test: {
    include: ['tests/{domain,src}/**/*.test.ts'],
    setupFiles: ['tests/support/put-back.ts', 'tests/support/empty-disk.ts'],
    // The first failure proves that the fault is noticed.
    bail: 1,
    isolate: false,
    maxWorkers: 1,
  },
});
