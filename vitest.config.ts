import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { LongFirst } from './tests/long-first.ts';
import { allOnly } from './tests/selection.ts';
import { patience } from './tests/support/patience.ts';

const putBack = 'tests/support/put-back.ts';

/** Four kinds of test, see tests/README.md. */
export default defineConfig({
  test: {
    // Browser tests wait half of their time. On two cores, eight such files took 212 s with 3 workers and 260 s with 2.
    maxWorkers: process.env['DATABASE_URL'] === undefined ? 3 : 1,
    sequence: { sequencer: LongFirst },
    tags: [{ name: allOnly, description: 'told by npm run test:all alone' }],
    projects: [
      project(
        'unit',
        ['tests/*.test.ts', 'tests/{bench,domain,src,server,scripts}/**/*.test.ts', 'tests/simulation/**/*.test.ts'],
        { setupFiles: [putBack, 'tests/support/empty-disk.ts'] },
      ),
      project('stories', ['tests/stories/**/*.test.ts'], { setupFiles: [putBack, 'tests/support/empty-disk.ts'] }),
      project('cluster', ['tests/cluster/**/*.test.ts'], { isolate: true }),
      project('browser', ['tests/browser/**/*.test.ts'], {
        globalSetup: ['tests/support/database/cluster.ts', 'tests/support/browser/shared-browser.ts'],
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
      globalSetup: 'tests/support/database/cluster.ts',
      setupFiles: putBack,
      // Each file reuses the modules that earlier files have loaded and compiled.
      isolate: false,
      testTimeout: patience.test[name],
      hookTimeout: patience.hook,
      expect: { poll: { timeout: patience.condition } },
      ...more,
    },
  };
}
