import { expect, test } from 'vitest';
import { languages } from '#domain/ground/languages.ts';
import { buildIndex, retrieve } from '#domain/assistant/retrieval/retrieve.ts';
import { entryOf, ownKnowledge, readKnowledgeFile } from '../server/assistant/knowledge/knowledge-file.ts';
import { textsOf } from './support/browser/locales.ts';

/** Every starter question is answered: the knowledge of the product has an entry with this question, for this chat. */

const knowledge = await readKnowledgeFile(ownKnowledge);
const index = buildIndex(knowledge.map(entryOf));
const english = textsOf('en', 'chat');

const chats = { general: 1, supplier: 2, spec: 3, benchmark: 4 } as const;
const tiles = languages.flatMap(({ code }) => {
  const texts = textsOf(code, 'chat');
  return Object.entries(chats).flatMap(([name, chatType]) =>
    ['a', 'b', 'c', 'd'].map((tile) => {
      const key = `welcome.${name}.${tile}`;
      return { text: texts.get(key) ?? '', language: code, chatType, question: english.get(key) };
    }),
  );
});

test.each(tiles)('“$text” is answered', ({ text, language, chatType, question }) => {
  const entry = knowledge.find((each) => each.question === question);
  expect(entry).toMatchObject({ chat_type: chatType, ...(language === 'ko' ? { ko: { question: text } } : {}) });
  const { band, hits } = retrieve(index, { text, chatType });
  expect({ band, found: hits[0]?.entry.question }).toEqual({ band: 'answer', found: question });
});
