import { brotliDecompressSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import type { KnowledgeReply } from '#domain/assistant/wire/knowledge.ts';
import { importEntries } from '../../../../server/assistant/store/entry-import.ts';
import { deviceKnowledge, deviceKnowledgeBytes } from '../../../../server/assistant/knowledge/device-knowledge.ts';
import {
  entryOf,
  ownKnowledge,
  readKnowledgeFile,
  type FileEntry,
} from '../../../../server/assistant/knowledge/knowledge-file.ts';
import { freshDatabase } from '../../../support/database/cluster.ts';
import { until } from '../../../support/until.ts';

const database = await freshDatabase();
afterAll(() => database.close());

/** Swaps neighboring words, so that a copy repeats its original in single words only. */
function varied(text: string, from: number): string {
  const words = text.split(' ');
  for (let at = from; at + 1 < words.length; at += 2) words.splice(at, 2, words[at + 1] ?? '', words[at] ?? '');
  return words.join(' ');
}

function copyOf({ ko, ...entry }: FileEntry, copy: number): FileEntry {
  const vary = (text: string) => (copy === 0 ? text : varied(text, copy - 1));
  const texts = (of: Pick<FileEntry, 'question' | 'answer' | 'alternatives'>) => ({
    question: vary(of.question),
    answer: vary(of.answer),
    alternatives: of.alternatives.map(vary),
  });
  return { ...entry, ...texts(entry), ...(ko === undefined ? {} : { ko: texts(ko) }), id: `${entry.id}-${copy}` };
}

async function fill(entries: readonly FileEntry[]): Promise<void> {
  const rows = entries.map((entry) => ({
    ...entryOf(entry),
    ko: entry.ko ?? null,
    sources: [entry.sources],
    chat_type: 1,
    check_by: entry.check_by ?? null,
    checked_on: entry.checked_on ?? null,
  }));
  await database.db.transaction().execute((tx) => importEntries(tx, String(entries.length), rows));
}

/** Asks as a device does. */
async function ask(asked: {
  stamp?: string;
  language?: 'en' | 'ko';
}): Promise<{ size: number; reply: KnowledgeReply }> {
  const bytes = await (await deviceKnowledge(database.db).replyTo(asked)).bytes('br');
  return { size: bytes.length, reply: JSON.parse(brotliDecompressSync(bytes).toString()) as KnowledgeReply };
}

/** Returns the bytes that every device gets but the first after a change, which does not wait for the best compression. */
async function sizeAfterTheFirst(language: 'en' | 'ko'): Promise<number> {
  const knowledge = deviceKnowledge(database.db);
  const sizeOf = async () => (await (await knowledge.replyTo({ language })).bytes('br')).length;
  const first = await sizeOf();
  let size = first;
  await until('the best compression is ready', async () => {
    size = await sizeOf();
    return size < first;
  });
  return size;
}

test(
  'as many entries as the product has come in all languages; a thousand in the language of the user',
  { tags: ['all-only'] },
  async () => {
    const own = (await readKnowledgeFile(ownKnowledge)).filter(({ basis }) => basis === 'read');
    await fill(own.map((entry) => copyOf(entry, 0)));
    const few = await ask({ language: 'en' });
    expect(few.reply.entries.koAnswer.filter((answer) => answer !== null)).toHaveLength(own.length);

    await fill([0, 1, 2].flatMap((copy) => own.map((entry) => copyOf(entry, copy))).slice(0, 1000));
    const english = await ask({ language: 'en', stamp: few.reply.stamp });
    expect(english.reply).toMatchObject({ whole: true });
    expect(english.reply.entries.id).toHaveLength(1000);
    expect(english.reply.entries.koAnswer.every((answer) => answer === null)).toBe(true);
    const korean = await ask({ language: 'ko' });
    expect(korean.reply.entries.koAnswer.filter((answer) => answer !== null)).toHaveLength(1000);
    expect(korean.reply.entries.answer.every((answer) => answer === '')).toBe(true);
    for (const language of ['en', 'ko'] as const)
      expect(await sizeAfterTheFirst(language)).toBeLessThan(deviceKnowledgeBytes);
  },
);
