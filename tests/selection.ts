/** What `npm test` leaves to `npm run test:all`: data, read by scripts/test.ts. Whoever names a file or a project gets all of it. */

/** The tag of a test in one of these files that only `test:all` tells. */
export const allOnly = 'all-only';

/** One browser file of each area; all others are told by `test:all`. */
export const browserStories: Record<string, string> = {
  'the promise of the product': 'main-story.test.ts',
  'getting in': 'login.test.ts',
  'a company and its people': 'company.test.ts',
  conversations: 'message-menu.test.ts',
  orders: 'order-wizard.test.ts',
  payments: 'two-plans.test.ts',
  'what waits': 'waiting.test.ts',
  'rights taken away': 'taken-away.test.ts',
  'a new version': 'too-old.test.ts',
  language: 'language.test.ts',
  'what is kept in the browser': 'consent.test.ts',
  'without a mouse': 'keyboard.test.ts',
  'what people and files must not do': 'security.test.ts',
};

/** Long runs beside the browser's: what is left out, and why it is long. */
export const longRuns: Record<string, string> = {
  'tests/server/postgres/postgres.test.ts': 'the database that npm start brings along is killed and started again',
  'tests/cluster/**': 'processes that are started, killed and restarted',
  'tests/simulation/planted.test.ts': 'planted bugs, each looked for by up to a thousand stories',
  'tests/scripts/test.test.ts': 'the test command is run ten times',
  'tests/server/enumeration.test.ts': 'three thousand answers are compared',
};

/** What takes more than a minute and a half of a run of everything: it begins first. */
export const longest: readonly string[] = [
  'tests/browser/shell/accessibility.test.ts',
  'tests/browser/spine/at-rest.test.ts',
  'tests/browser/account/company.test.ts',
  'tests/browser/order/order-screens.test.ts',
  'tests/browser/shell/pseudo-locale.test.ts',
  'tests/browser/shell/steady-layout.test.ts',
  'tests/browser/shell/ways.test.ts',
  'tests/server/enumeration.test.ts',
  'tests/simulation/planted.test.ts',
  'tests/simulation/simulation.test.ts',
];
