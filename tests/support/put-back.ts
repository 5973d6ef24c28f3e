import { afterAll, vi } from 'vitest';

/**
 * Runs around every test file. The files of a worker share its process and loaded modules, which makes them twice as
 * fast. Fakes of clocks, globals and functions are therefore removed at the end of each file. For the same reason tests
 * spy on module exports and never mock a module, which other files may have loaded already.
 */
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
