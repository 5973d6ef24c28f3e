import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { KnowledgeEntry } from '#domain/knowledge.ts';
import { languages } from '#domain/languages.ts';
import { buildIndex, retrieve } from '#domain/retrieval/retrieve.ts';
import { textsOf } from './support/locales.ts';

/** Every starter question is answered: the bundled knowledge base has an entry whose question is its English text. */

const knowledge = JSON.parse(readFileSync('server/demo/knowledge.json', 'utf8')) as KnowledgeEntry[];
const index = buildIndex(knowledge);
const english = textsOf('en', 'chat');

const chats = { general: 1, supplier: 2, spec: 3, benchmark: 4 } as const;
const tiles = languages.flatMap(({ code }) => {
  const texts = textsOf(code, 'chat');
  return Object.entries(chats).flatMap(([name, chatType]) =>
    ['a', 'b', 'c', 'd'].map((tile) => {
      const key = `welcome.${name}.${tile}`;
      return { text: texts.get(key) ?? '', chatType, entry: english.get(key) };
    }),
  );
});

test.each(tiles)('“$text” is answered', ({ text, chatType, entry }) => {
  const { band, hits } = retrieve(index, { text, chatType });
  expect({ band, found: hits[0]?.entry.question }).toEqual({ band: 'answer', found: entry });
});
