/**
 * All timeouts of tests, in milliseconds. They do not measure speed (`bench/` does): a passing test ends long before,
 * also on a busy machine.
 */

/**
 * Timeout of one condition, such as a row or a shown text. `scripts/planted.ts` sets a shorter one, because there
 * conditions often never hold.
 */
const condition = Number(process.env['VFP_PATIENCE_MS'] ?? 90_000);

export const patience = {
  condition,
  /** One evaluation of a condition. */
  answer: condition / 3,
  /** The start of a server process. */
  start: 240_000,
  /** A whole test, by project. */
  test: { unit: 240_000, stories: 240_000, cluster: 480_000, browser: 600_000 },
  /** A thousand users served by one process. */
  crowd: 300_000,
  /** A test that runs many histories in turn. */
  histories: 1_800_000,
  /** Setup and teardown of a file: PostgreSQL, a server, a browser. */
  hook: 300_000,
} as const;
