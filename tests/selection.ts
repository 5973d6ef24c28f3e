/** What `npm test` leaves to `npm run test:all`: data, read by scripts/test.ts. Whoever names a file or a project gets all of it. */

/** The tag of a test in one of these files that only `test:all` tells. */
export const allOnly = 'all-only';

/** The browser files that `npm test` runs: what must not break without being noticed within minutes. */
export const browserStories: Record<string, string> = {
  'the promise of the product': 'main-story.test.ts',
  'getting in': 'login.test.ts',
  orders: 'order-wizard.test.ts',
  'a new version': 'too-old.test.ts',
};

/** Long runs that `.ci/run` runs every time, and `npm run test:rest` does not. */
export const inEachCi: Record<string, string> = {
  'tests/cluster/**': 'processes that are started, killed and restarted',
  'tests/server/http/policies.test.ts':
    'each route as each of eleven kinds of user, with objects of theirs and of others',
  'tests/server/rights.test.ts': 'each way to lose a right, on each open channel',
  'tests/server/reads.test.ts': 'each read as each kind of user, while the database records every write',
  'tests/server/fuzz.test.ts': 'thousands of requests, valid and hostile, to every route',
  'tests/server/file-text/forty-files.test.ts': 'files that inflate, nest or lie about their type',
  'tests/domain/assistant/retrieval/evaluation.test.ts': 'all judged questions, cross-validated',
  'tests/scripts/ask.test.ts': 'a command that builds the index, each time',
  'tests/scripts/ask-model.test.ts': 'the same, with a language model',
  'tests/scripts/order.test.ts': 'a command that drives an order on a server with the demo',
  'tests/server/demo.test.ts': 'a server writes the whole demo',
  'tests/server/demo/accounts.test.ts': 'a server that writes the demo, and two without',
  'tests/server/interrupted.test.ts': 'a server in a process of its own, and clients that disconnect in the middle',
  'tests/server/logs.test.ts': 'a server in a process of its own, whose log is searched for secrets',
  'tests/server/start/checks.test.ts': 'servers that are started and refuse to start',
  'tests/simulation/real/real-bus.test.ts': 'a simulated story on PostgreSQL',
  'tests/stories/spine/recorded.test.ts': 'what devices and stores of earlier versions hold and send',
  'tests/stories/spine/three-devices.test.ts': 'one draft, drawn histories of three devices',
  'tests/browser/chat/message-menu.test.ts': 'conversations',
  'tests/browser/spine/waiting.test.ts': 'what waits',
  'tests/browser/account/rights-live.test.ts': 'rights taken away',
  'tests/browser/shell/consent.test.ts': 'what is kept in the browser',
  'tests/browser/shell/security.test.ts': 'what people and files must not do',
};

/** Other long runs beside the browser's: what is left out, and why it is long. */
export const longRuns: Record<string, string> = {
  'tests/server/postgres/postgres.test.ts': 'the database that npm start brings along is killed and started again',
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
  'tests/server/http/policies.test.ts',
  'tests/server/rights.test.ts',
  'tests/simulation/planted.test.ts',
  'tests/simulation/simulation.test.ts',
];
