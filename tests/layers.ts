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

const sqlOnly = /^(node:|kysely|pg)/;
const decisions = /^(node:|kysely$)/;

const server: Layer[] = [
  { name: 'server (start)', files: ['server/main.ts', 'server/serve.ts', 'server/open-server.ts', 'server/app.ts'] },
  { name: 'server/start' },
  { name: 'server/demo' },
  { name: 'server/account' },
  { name: 'server/order' },
  { name: 'server/payment' },
  { name: 'server/assistant' },
  { name: 'server/chat' },
  { name: 'server/assistant/answering' },
  { name: 'server/assistant/knowledge' },
  { name: 'server/files' },
  { name: 'server/http/routes' },
  { name: 'server/spine/sockets' },
  { name: 'server/spine/routes' },
  { name: 'server/spine/feed' },
  { name: 'server/spine/bus' },
  { name: 'server/order/commands', packages: decisions },
  { name: 'server/assistant/commands', packages: decisions },
  { name: 'server/chat/commands', packages: decisions },
  { name: 'server/account/work', packages: decisions },
  { name: 'server/order/work', packages: decisions },
  { name: 'server/assistant/work', packages: decisions },
  { name: 'server/chat/work', packages: decisions },
  { name: 'server/spine/work', packages: decisions },
  { name: 'server/spine/log', packages: sqlOnly },
  { name: 'server/assistant/model' },
  { name: 'server/documents/drawing' },
  { name: 'server/order/documents' },
  { name: 'server/payment/documents' },
  { name: 'server/payment/store', packages: sqlOnly },
  { name: 'server/account/store', packages: sqlOnly },
  { name: 'server/order/store', packages: sqlOnly },
  { name: 'server/assistant/store', packages: sqlOnly },
  { name: 'server/chat/store', packages: sqlOnly },
  { name: 'server/http' },
  { name: 'server/file-text' },
  { name: 'server/files/store', packages: sqlOnly },
  { name: 'server/session' },
  { name: 'server/documents' },
  { name: 'server/mail' },
  { name: 'server/jobs' },
  { name: 'server/database' },
  { name: 'server/postgres' },
  { name: 'server/limits', packages: nothing },
  { name: 'server/ground' },
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
