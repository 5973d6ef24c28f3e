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
const chat = ['src/open-session.ts', 'src/shell/frame/user-layout.tsx', 'src/assistant/conversations/assistant.tsx'];
/**
 * Worker that answers from saved knowledge: starts with the first question that the server does not answer at once. Two
 * thirds of it are the phrasings that are never shown.
 */
const searchWorker = ['search'];
const orders = ['src/order/wizard/prototyping.tsx'];
/** Pages that are readable without an account. */
const publicPages = [
  'src/shell/public/online/about.tsx',
  'src/shell/public/pricing.tsx',
  'src/shell/public/online/contact.tsx',
  'src/shell/public/online/privacy.tsx',
  'src/shell/public/online/white-paper.tsx',
  'src/shell/public/online/no-expert-mails.tsx',
  'src/shell/public/not-found.tsx',
];
const consent = 'src/shell/consent/consent-notice.tsx';
const notBeforeSignIn = /node_modules\/(dexie|dexie-react-hooks|socket\.io-client|engine\.io-client|@radix-ui\/)/;

const loginFiles = loadedWith(build, ['index.html', ...atOnce, 'sign-in']);
const chatFiles = loadedWith(build, ['index.html', ...atOnce, ...chat]);
const publicFiles = publicPages.map((page) =>
  loadedWith(build, ['index.html', 'src/shell/public/public-layout.tsx', page, consent]),
);
const guestFiles = loadedWith(build, ['src/assistant/guest/guest-box.tsx']).filter(
  (file) => !publicFiles.flat().includes(file),
);
const wizardFiles = loadedWith(build, orders).filter((file) => !chatFiles.includes(file));
const early = [...new Set([loginFiles, guestFiles, ...publicFiles].flat())].filter((file) =>
  file.modules.some((module) => notBeforeSignIn.test(module)),
);
/** Files that work without a network, and what they import that does not. */
const broken = Object.values(build.chunks)
  .filter(({ file }) => !isForUsersOnly(file))
  .flatMap(({ file, imports = [] }) => imports.map((key) => ({ file, imported: build.chunks[key]?.file ?? '' })))
  .filter(({ imported }) => isForUsersOnly(imported));
const serviceWorker = readFileSync(join(dist, 'service-worker.js'), 'utf8');
const named = [...serviceWorker.matchAll(/"url":"([^"]+)"/g)].map((match) => match[1] ?? '');
const precached = named.filter((path) => !isForUsersOnly(path));
const precacheBytes = precached.reduce((sum, path) => sum + statSync(join(dist, path)).size, 0);

/** Budgets have room of 5 %: a change that adds more is looked at. */
const rows: { what: string; is: number; most: number; unit: string }[] = [
  { what: 'login, JavaScript on first load', is: wire(loginFiles, '.js'), most: 140 * KB, unit: 'KB br' },
  { what: 'login, JavaScript and CSS', is: wire(loginFiles, ''), most: 146 * KB, unit: 'KB br' },
  { what: 'chat, JavaScript in all', is: wire(chatFiles, '.js'), most: 262 * KB, unit: 'KB br' },
  { what: 'chat, JavaScript and CSS', is: wire(chatFiles, ''), most: 275 * KB, unit: 'KB br' },
  {
    what: 'a public page, JavaScript, with the question about cookies',
    is: Math.max(...publicFiles.map((files) => wire(files, '.js'))),
    most: 132 * KB,
    unit: 'KB br',
  },
  { what: 'the box for questions of guests, on top', is: wire(guestFiles, ''), most: 11 * KB, unit: 'KB br' },
  {
    what: 'search in saved knowledge, on top',
    is: wire(loadedWith(build, searchWorker), '.js'),
    most: 130 * KB,
    unit: 'KB br',
  },
  { what: 'order wizard, JavaScript on top', is: wire(wizardFiles, '.js'), most: 101 * KB, unit: 'KB br' },
  { what: 'precache', is: precacheBytes, most: 2165 * KB, unit: 'KB raw' },
  { what: 'precache, files', is: precached.length, most: 72, unit: 'files' },
  { what: 'imports of files that no device precaches', is: broken.length, most: 0, unit: 'imports' },
  { what: 'Dexie, socket.io, Radix before sign-in', is: early.length, most: 0, unit: 'files' },
];

for (const { what, is, most, unit } of rows) {
  const shown = (value: number) => (unit.startsWith('KB') ? (value / KB).toFixed(1) : String(value)).padStart(7);
  console.log(`${is > most ? 'over' : 'ok  '}  ${what.padEnd(58)} ${shown(is)} of ${shown(most)} ${unit}`);
}
for (const file of early)
  console.error(`before sign-in: ${file.path}: ${file.modules.find((id) => notBeforeSignIn.test(id))}`);
for (const { file, imported } of broken)
  console.error(`without a network ${file} does not load: it imports ${imported}`);
if (rows.some(({ is, most }) => is > most)) process.exit(1);

function wire(files: BuiltFile[], ending: string): number {
  return files.filter(({ path }) => path.endsWith(ending)).reduce((sum, file) => sum + file.wire, 0);
}
