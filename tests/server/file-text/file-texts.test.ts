import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { FileText } from '#domain/ground/file-text.ts';
import { openFileTexts, fileTextsPerPush } from '../../../server/file-text/file-texts.ts';
import { silentLog } from '../../../server/ground/log.ts';
import { keepFile } from '../../../server/files/stored-files.ts';
import { pdfOf } from '../../support/files/office-files.ts';
import { provideServer } from '../../support/servers/server.ts';

const server = await provideServer();
const engineer = await server.signIn('engineer');

const text: FileText = { pages: [{ page: 1, text: 'Cut-off' }] };

/** Stores a file. @returns its hash */
async function stored(n: number): Promise<string> {
  const bytes = await pdfOf([`${n}`]);
  return (await keepFile(server.db, server.filesDir, engineer.user.id, 'a.pdf', bytes)).sha256;
}

function open(read: () => Promise<FileText>, waitMs: number) {
  return openFileTexts({ db: server.db, log: silentLog, filesDir: server.filesDir, read, waitMs });
}

test('a file that takes too long is not ready for the first question, and is there for the next', async () => {
  const hash = await stored(1);
  const { promise, resolve } = Promise.withResolvers<FileText>();
  let count = 0;
  const texts = open(() => {
    count++;
    return promise;
  }, 0);
  const textOf = async () => (await texts.textsOf(engineer.user.id, [hash])).get(hash);
  expect(await textOf()).toEqual({ problem: 'notReady' });
  resolve(text);
  await expect.poll(textOf).toEqual(text);
  expect(count).toBe(1);
  await texts.stop();
});

test('the text of a file is given only to users who have uploaded it', async () => {
  const hash = await stored(2);
  const texts = open(async () => text, 60_000);
  const other = await server.signIn('engineer');
  expect(await texts.textsOf(engineer.user.id, [hash])).toEqual(new Map([[hash, text]]));
  expect(await texts.textsOf(other.user.id, [hash])).toEqual(new Map());
  await texts.stop();
});

test('a reading that fails or is ended leaves nothing behind', async () => {
  const hash = await stored(3);
  const failing = open(() => Promise.reject(new Error('no memory')), 60_000);
  expect(await failing.textsOf(engineer.user.id, [hash])).toEqual(new Map([[hash, { problem: 'notReady' }]]));
  await failing.stop();
  const texts = open(async () => text, 60_000);
  expect(await texts.textsOf(engineer.user.id, [hash])).toEqual(new Map([[hash, text]]));
  await texts.stop();
});

test('a file that could not be read is tried again later, and not at once', async () => {
  const hash = await stored(4);
  const broken = open(async () => ({ problem: 'broken' }), 60_000);
  expect(await broken.textsOf(engineer.user.id, [hash])).toEqual(new Map([[hash, { problem: 'broken' }]]));
  await broken.stop();
  const texts = open(async () => text, 60_000);
  expect(await texts.textsOf(engineer.user.id, [hash])).toEqual(new Map([[hash, { problem: 'broken' }]]));
  await sql`update file_texts set read_at = now() - interval '1 day'`.execute(server.db);
  expect(await texts.textsOf(engineer.user.id, [hash])).toEqual(new Map([[hash, text]]));
  await texts.stop();
});

test('of very many files, the first are read', async () => {
  const hash = await stored(5);
  const texts = open(async () => text, 60_000);
  const others = Array.from({ length: fileTextsPerPush }, (_, n) => n.toString(16).padStart(64, '0'));
  const found = await texts.textsOf(engineer.user.id, [...others, hash]);
  expect(found).toEqual(new Map([[hash, { problem: 'notReady' }]]));
  expect((await texts.textsOf(engineer.user.id, [hash, ...others])).get(hash)).toEqual(text);
  await texts.stop();
});
