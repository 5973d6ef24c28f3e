import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { patience } from './tests/support/patience.ts';

/** Four kinds of test: see tests/README.md. */
export default defineConfig({
  test: {
    // A browser test waits half of its time: two files beside each other take little longer than one, on two cores too.
    maxWorkers: process.env['DATABASE_URL'] === undefined ? 2 : 1,
    projects: [
      project('unit', [
        'tests/*.test.ts',
        'tests/{domain,src,server,scripts}/**/*.test.ts',
        'tests/simulation/**/*.test.ts',
      ]),
      project('stories', ['tests/stories/**/*.test.ts']),
      project('cluster', ['tests/cluster/**/*.test.ts'], { fileParallelism: false }),
      project('browser', ['tests/browser/**/*.test.ts'], {
        globalSetup: ['tests/support/cluster.ts', 'tests/support/shared-browser.ts'],
      }),
    ],
  },
});

function project(
  name: keyof typeof patience.test,
  include: string[],
  more: TestProjectInlineConfiguration['test'] = {},
): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      include,
      globalSetup: 'tests/support/cluster.ts',
      testTimeout: patience.test[name],
      hookTimeout: patience.hook,
      expect: { poll: { timeout: patience.condition } },
      ...more,
    },
  };
}
