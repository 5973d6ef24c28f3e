import { afterAll, vi } from 'vitest';

/**
 * Run around every file of tests. The files of a worker share its process and the modules it has loaded, which makes them
 * twice as fast; so what a file has put in the place of clocks, globals and functions goes when the file ends. For the same
 * reason a test spies on what a module exports and never replaces a module, which others may have loaded already.
 */
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
