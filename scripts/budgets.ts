import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isForUsersOnly } from '../src/workers/used-files.ts';
import { type BuiltFile, loadedWith, readBuild } from './built-files.ts';

/** `node scripts/budgets.ts`: compares the bytes pages transfer (brotli) with their budgets; exits with 1 on excess. */

const KB = 1024;
const dist = join(import.meta.dirname, '..', 'dist');
if (!existsSync(join(dist, 'index.html'))) {
  console.error('There is no build to measure. Run: npm run build');
  process.exit(1);
}
const build = readBuild(dist);

/** Chunks that every page loads right after opening: fingerprint, version check, service worker registration. */
const atOnce = ['comlink', 'after-start', 'background'];
/** Entries that the chat of a signed-in user loads in addition. */
const chat = ['src/session/session.ts', 'src/screens/shell/user-layout.tsx', 'src/screens/chat/assistant.tsx'];
/** The worker that answers from saved knowledge: starts with the first question that the server does not answer at once. */
const searchWorker = ['search'];
const orders = ['src/screens/navigator/prototyping.tsx'];
/** Pages that are readable without an account. */
const publicPages = [
  'src/screens/public/online/about.tsx',
  'src/screens/public/pricing.tsx',
  'src/screens/public/online/contact.tsx',
  'src/screens/public/online/privacy.tsx',
  'src/screens/public/online/white-paper.tsx',
  'src/screens/public/online/no-expert-mails.tsx',
  'src/screens/public/not-found.tsx',
];
const consent = 'src/screens/consent/consent-notice.tsx';
const notBeforeSignIn = /node_modules\/(dexie|dexie-react-hooks|socket\.io-client|engine\.io-client|@radix-ui\/)/;

const loginFiles = loadedWith(build, ['index.html', ...atOnce, 'sign-in']);
const chatFiles = loadedWith(build, ['index.html', ...atOnce, ...chat]);
const publicFiles = publicPages.map((page) =>
  loadedWith(build, ['index.html', 'src/screens/public/public-layout.tsx', page, consent]),
);
const guestFiles = loadedWith(build, ['src/screens/guest/online/guest-box.tsx']).filter(
  (file) => !publicFiles.flat().includes(file),
);
const wizardFiles = loadedWith(build, orders).filter((file) => !chatFiles.includes(file));
const early = [...new Set([loginFiles, guestFiles, ...publicFiles].flat())].filter((file) =>
  file.modules.some((module) => notBeforeSignIn.test(module)),
);
const serviceWorker = readFileSync(join(dist, 'service-worker.js'), 'utf8');
const named = [...serviceWorker.matchAll(/"url":"([^"]+)"/g)].map((match) => match[1] ?? '');
const precached = named.filter((path) => !isForUsersOnly(path));
const precacheBytes = precached.reduce((sum, path) => sum + statSync(join(dist, path)).size, 0);

const rows: { what: string; is: number; most: number; unit: string }[] = [
  { what: 'login, JavaScript on first load', is: wire(loginFiles, '.js'), most: 150 * KB, unit: 'KB br' },
  { what: 'login, JavaScript and CSS', is: wire(loginFiles, ''), most: 220 * KB, unit: 'KB br' },
  // How answers look is a file of its own, which guests load without the rest of the chat: it costs users 0.8 KB.
  // The reader of figures takes 1 KB, what restores a deleted database 2 KB, what Back closes 1 KB.
  // 3 KB keep a deleted session, name what cannot be restored, say that a device is full, and do without a lock.
  // 1 KB words each refusal in the user's language. 0.5 KB show the name that a user has now, and say whether what an
  // address names is missing or not here yet. Builds of one commit differ by 0.2 KB.
  { what: 'chat, JavaScript in all', is: wire(chatFiles, '.js'), most: 250 * KB, unit: 'KB br' },
  { what: 'chat, JavaScript and CSS', is: wire(chatFiles, ''), most: 320 * KB, unit: 'KB br' },
  {
    what: 'a public page, JavaScript, with the question about cookies',
    is: Math.max(...publicFiles.map((files) => wire(files, '.js'))),
    // 1 KB invites guests to ask a question; the box itself is loaded when they do. 0.6 KB ask before a link signs in, and
    // say which account may not open an address. 1 KB lets Back close what lies over the page. 1 KB keeps
    // a session that the browser has deleted under the page. 0.5 KB ends the session of a link that is not taken.
    most: 126 * KB,
    unit: 'KB br',
  },
  {
    what: 'the box for questions of guests, on top',
    is: wire(guestFiles, ''),
    most: 12 * KB,
    unit: 'KB br',
  },
  {
    what: 'search in saved knowledge, on top',
    is: wire(loadedWith(build, searchWorker), '.js'),
    // The kinds of questions take 0.3 KB, for two points of recall: decision 0080. The first question of a title takes 0.1.
    // Sums as people write them, with 1,000 and 10⁻³, take 0.5.
    most: 21.7 * KB,
    unit: 'KB br',
  },
  // The units in which a figure may be typed take 1 KB; addresses, and rules of cells that cannot exist, 2 KB. Ranges that
  // are not guessed, the end of a price in the seller's time zone, and one sentence on tax take 1.5 KB.
  { what: 'order wizard, JavaScript on top', is: wire(wizardFiles, '.js'), most: 96.5 * KB, unit: 'KB br' },
  // Of these, 60 KB are formulas and tables, which answers need offline too, 150 KB the cell, its tests and pictures,
  // 8 KB the colleagues who edit a draft, and 52 KB what follows after an order is placed: parcels, cells, reports,
  // comparisons, templates, what ends early. 21 KB are the failure finder: 14 KB of code, 3 KB of styles, 3 KB of texts.
  // 5 KB are answers of a language model: what is doubted, versions of a question, and their words. 8 KB are settings of
  // the assistant that a device follows, hints at a changed knowledge base, and reports of the finder as cards. 2 KB are
  // pages for devices that stand at the end of the log.
  // 2 KB lead to what is unread: checked answers to earlier questions, and messages about orders.
  // 2 KB load the page beside the session, so that it is shown in half the time.
  // 2 KB keep banners from moving the page under a press, and choose the next commands while results are stored.
  // 1 KB spares a message half of its transactions, and its call over HTTP: decision 0122.
  // 1.5 KB let a tab at rest sleep, a conversation come without calls, and rooms be read once: decision 0123.
  // What waits for the customer, and when a message was written, take 3 KB with their texts. 14 KB read figures as people write
  // them, in fields, questions and titles: decision 0130. 12 KB say which rule refuses a price, and refuse cells that
  // cannot exist; 10 KB restore a database that the browser deleted; 7 KB are addresses and waiting invoices, 3 KB what Back closes.
  // 14 KB give the owner of a closed account what was not sent, and count what waits after a crash; 12 KB keep a deleted
  // session, and what is unsent when the browser deletes it. 7 KB word what the server refuses. 5 KB read no end of a range. The rest is room.
  { what: 'precache', is: precacheBytes, most: 1776 * KB, unit: 'KB raw' },
  { what: 'precache, files', is: precached.length, most: 69, unit: 'files' },
  { what: 'Dexie, socket.io, Radix before sign-in', is: early.length, most: 0, unit: 'files' },
];

for (const { what, is, most, unit } of rows) {
  const shown = (value: number) => (unit.startsWith('KB') ? (value / KB).toFixed(1) : String(value)).padStart(7);
  console.log(`${is > most ? 'over' : 'ok  '}  ${what.padEnd(58)} ${shown(is)} of ${shown(most)} ${unit}`);
}
for (const file of early)
  console.error(`before sign-in: ${file.path}: ${file.modules.find((id) => notBeforeSignIn.test(id))}`);
if (process.argv.includes('--files')) {
  for (const [what, files] of Object.entries({
    public: publicFiles.flat(),
    login: loginFiles,
    chat: chatFiles,
    wizard: wizardFiles,
  })) {
    for (const file of files)
      console.log(`${what.padEnd(8)}${(file.wire / KB).toFixed(1).padStart(8)} KB  ${file.path}`);
  }
}
if (rows.some(({ is, most }) => is > most)) process.exit(1);

function wire(files: BuiltFile[], ending: string): number {
  return files.filter(({ path }) => path.endsWith(ending)).reduce((sum, file) => sum + file.wire, 0);
}
