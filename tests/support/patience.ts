/**
 * How long a test waits for what must come, in milliseconds: here and nowhere else. None of it measures speed (that is what
 * `bench/` does): a test that is right ends long before, also on a machine that does much else.
 */

/** One condition: a row is there, a text is shown. `scripts/planted.ts`, where it never comes, says less. */
const condition = Number(process.env['VFP_PATIENCE_MS'] ?? 90_000);

export const patience = {
  condition,
  /** One answer to whoever waits for a condition. */
  answer: condition / 3,
  /** A server process serves, also beside much other work. */
  start: 240_000,
  /** A whole test, by its project. */
  test: { unit: 240_000, stories: 240_000, cluster: 480_000, browser: 600_000 },
  /** A thousand people are served by one process. */
  crowd: 300_000,
  /** A test that tells many histories, one after another. */
  histories: 1_800_000,
  /** What comes before and after the tests of a file: a PostgreSQL, a server, a browser. */
  hook: 300_000,
} as const;
