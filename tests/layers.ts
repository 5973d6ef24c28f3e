/**
 * The layers of the tree, from the top: a file may import from its own layer and from those below it. A layer is a folder
 * with everything in it that is not a layer of its own, or the named files. `packages` are the packages its files may
 * import, where that is limited.
 */
export interface Layer {
  name: string;
  files?: readonly string[];
  packages?: RegExp;
}

/** Files that describe what travels. */
const wire = /^typebox$/;
const nothing = /^$/;

const domain: Layer[] = [
  { name: 'domain/spine', packages: nothing },
  { name: 'domain/spine/wire', packages: wire },
  { name: 'domain/assistant/wire', packages: wire },
  { name: 'domain/assistant', packages: nothing },
  { name: 'domain/assistant/knowledge', packages: nothing },
  { name: 'domain/assistant/retrieval', packages: nothing },
  { name: 'domain/assistant/calculation', packages: nothing },
  { name: 'domain/order/wire', packages: wire },
  { name: 'domain/order/levers', packages: nothing },
  { name: 'domain/order/design', packages: nothing },
  { name: 'domain/order/pictures', packages: nothing },
  { name: 'domain/order/price', packages: nothing },
  { name: 'domain/order/protocol', packages: nothing },
  { name: 'domain/order/plan', packages: nothing },
  { name: 'domain/order/checks', packages: nothing },
  { name: 'domain/order/life', packages: nothing },
  { name: 'domain/order/tests', packages: nothing },
  { name: 'domain/order/fields', packages: nothing },
  { name: 'domain/order/cell', packages: nothing },
  // The position of an event in the log.
  { name: 'domain/spine (position)', files: ['domain/spine/wire/sync.ts'], packages: wire },
  { name: 'domain/chat', packages: nothing },
  { name: 'domain/payment/wire', packages: wire },
  { name: 'domain/payment', packages: nothing },
  { name: 'domain/quantities', packages: nothing },
  { name: 'domain/order/data', packages: nothing },
  { name: 'domain/account/wire', packages: wire },
  { name: 'domain/account', packages: nothing },
  { name: 'domain/ground/wire', packages: wire },
  { name: 'domain/ground', packages: nothing },
];

const server: Layer[] = [
  {
    name: 'server (start)',
    files: [
      'server/main.ts',
      'server/serve.ts',
      'server/open-server.ts',
      'server/stop-all.ts',
      'server/start-checks.ts',
      'server/app.ts',
      'server/measures.ts',
      'server/backup.ts',
    ],
  },
  { name: 'server/sockets' },
  { name: 'server/http/routes' },
  { name: 'server/http' },
  { name: 'server/demo' },
  { name: 'server/jobs' },
  { name: 'server/accounts' },
  { name: 'server/payments' },
  { name: 'server/documents' },
  { name: 'server/answering' },
  { name: 'server/feed' },
  { name: 'server/bus' },
  { name: 'server/bus/commands', packages: /^(node:|kysely$)/ },
  { name: 'server/bus/work', packages: /^(node:|kysely$)/ },
  { name: 'server/knowledge' },
  { name: 'server/model' },
  { name: 'server/mail' },
  { name: 'server/file-text' },
  { name: 'server/files' },
  { name: 'server/store/sync', packages: /^(node:|kysely|pg)/ },
  { name: 'server/store/payments', packages: /^(node:|kysely|pg)/ },
  { name: 'server/store/users', packages: /^(node:|kysely|pg)/ },
  { name: 'server/store/knowledge', packages: /^(node:|kysely|pg)/ },
  { name: 'server/store/files', packages: /^(node:|kysely|pg)/ },
  { name: 'server/store/chat', packages: /^(node:|kysely|pg)/ },
  { name: 'server/store/orders', packages: /^(node:|kysely|pg)/ },
  { name: 'server/store/system', packages: /^(node:|kysely|pg)/ },
  { name: 'server/postgres' },
  { name: 'server/limits', packages: nothing },
  {
    name: 'server (ground)',
    files: [
      'computing-process',
      'config',
      'groups',
      'hint',
      'lazily',
      'log',
      'metrics',
      'network',
      'origins',
      'seller',
      'start-refused',
      'validation',
    ].map((name) => `server/${name}.ts`),
  },
];

const screens = /^(react|i18next|dexie-react-hooks|@xstate\/react|xstate$|lucide-react)/;

const src: Layer[] = [
  { name: 'src', files: ['src/main.tsx', 'src/app.tsx', 'src/page-ahead.ts', 'src/routes.tsx'] },
  { name: 'src/screens/public', packages: screens },
  { name: 'src/screens/guest', packages: screens },
  { name: 'src/screens/shell', packages: screens },
  // Compares versions of texts.
  { name: 'src/screens/admin', packages: new RegExp(`${screens.source}|^diff$`) },
  { name: 'src/screens/settings', packages: screens },
  { name: 'src/screens/later', packages: screens },
  { name: 'src/screens/own-account', packages: screens },
  { name: 'src/screens/account', packages: screens },
  { name: 'src/screens/waiting', packages: screens },
  { name: 'src/screens/palette', packages: screens },
  { name: 'src/screens/finder', packages: screens },
  { name: 'src/screens/chat', packages: screens },
  { name: 'src/screens/navigator', packages: screens },
  { name: 'src/screens/exports', packages: screens },
  { name: 'src/screens/messenger', packages: screens },
  { name: 'src/screens/payments', packages: screens },
  { name: 'src/screens/consent', packages: screens },
  { name: 'src/screens/undo', packages: screens },
  { name: 'src/screens/remote', packages: screens },
  { name: 'src/screens/words', packages: screens },
  { name: 'src/routing', packages: screens },
  { name: 'src/i18n' },
  { name: 'src/session' },
  { name: 'src/workers', packages: /^(comlink|dexie|workbox-)/ },
  { name: 'src/sync', packages: /^dexie/ },
  { name: 'src/commands', packages: nothing },
  // A browser that keeps nothing gets its database in memory.
  { name: 'src/db', packages: /^(dexie|fake-indexeddb$)/ },
  { name: 'src/net', packages: /^socket\.io-client/ },
  { name: 'src/machines', packages: /^xstate$/ },
  { name: 'src/ui', packages: /^(react|react-dom|i18next|@radix-ui\/|lucide-react)/ },
];

/** Each side's layers, top first. `server` and `src` know the domain, which knows neither; they do not know each other. */
export const sides = { domain, server, src };
