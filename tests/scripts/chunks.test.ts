import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { areas, chunkGroups } from '../../scripts/chunks.ts';

/** Who imports what, as `importer -> imported`; `=>` imports when it is needed, which makes an entry. */
function filesOf(...arrows: string[]): Record<string, string | null> {
  const pairs = arrows.map((arrow) => arrow.split(/ [-=]> /) as [string, string]);
  const ids = [...new Set(pairs.flat())];
  const importersOf = (id: string, sign: string) =>
    arrows.filter((arrow) => arrow.endsWith(` ${sign} ${id}`)).map((arrow) => arrow.split(' ')[0] ?? '');
  const graph = {
    getModuleInfo: (id: string) => ({
      importers: importersOf(id, '->'),
      dynamicImporters: importersOf(id, '=>'),
      isEntry: id.endsWith('/index.html'),
    }),
  };
  const byPriority = chunkGroups.toSorted((a, b) => b.priority - a.priority);
  return Object.fromEntries(
    ids.map((id) => [id, byPriority.map((group) => group.name(id, graph)).find((file) => file !== null) ?? null]),
  );
}

const page = '/app/index.html';
const about = '/app/src/shell/public/online/about.tsx';
const pricing = '/app/src/shell/public/pricing.tsx';
const login = '/app/src/account/sign-in/login.tsx';
const chat = '/app/src/assistant/conversations/assistant.tsx';
const wizard = '/app/src/order/wizard/prototyping.tsx';
const shared = '/app/src/shared.ts';
const entries = [about, pricing, login, chat, wizard].map((entry) => `${page} => ${entry}`);

test('what the page starts with is one file', () => {
  expect(filesOf(...entries, `${page} -> ${shared}`, `${wizard} -> ${shared}`)[shared]).toBe('start');
});

test('what one screen needs stays with it', () => {
  expect(filesOf(...entries, `${wizard} -> ${shared}`)[shared]).toBeNull();
});

test('guests load nothing that only signed-in users need', () => {
  expect(filesOf(...entries, `${chat} -> ${shared}`, `${wizard} -> ${shared}`)[shared]).toBe('signed-in');
});

test('what two public pages and a screen of users need is shared by guests', () => {
  const files = filesOf(...entries, `${about} -> ${shared}`, `${pricing} -> ${shared}`, `${wizard} -> ${shared}`);
  expect(files[shared]).toBe('guests');
});

test('what one public page shares with users is not loaded by guests who read another page', () => {
  expect(filesOf(...entries, `${pricing} -> ${shared}`, `${wizard} -> ${shared}`)[shared]).toBe('one-page');
});

test('the forms of signing in are one file, without what later screens share with them', () => {
  expect(filesOf(...entries)[login]).toBe('sign-in');
  expect(filesOf(...entries, `${login} -> ${shared}`, `${chat} -> ${shared}`)[shared]).toBe('accounts');
});

test('each area has a file', () => {
  const root = join(import.meta.dirname, '../..');
  const files = ['domain', 'src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((path) => `/${folder}/${path as string}`),
  );
  const empty = areas.filter((area) => ![page, ...files].some((file) => area.entries.test(file)));
  expect(empty.map(({ name }) => name)).toEqual([]);
});
