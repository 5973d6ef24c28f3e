import { createInstance } from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { answerFrom } from '#domain/assistant/retrieval/answer.ts';
import { buildIndex, retrieve } from '#domain/assistant/retrieval/retrieve.ts';
import { messageText } from '../../../../src/chat/parts/message-text.ts';
import korean from '../../../../public/locales/ko/chat.json' with { type: 'json' };

/** The language in which a message is shown. */

const texts = createInstance();
beforeAll(() => texts.init({ lng: 'ko', defaultNS: 'chat', resources: { ko: { chat: korean } } }));

const asked = { questionId: 'q', handoffAllowed: true };
const said = answerFrom(retrieve(buildIndex([]), { text: 'What is a jelly roll?', chatType: 1 }), asked);
const inKorean = (message: Parameters<typeof messageText>[1]) => messageText(texts.getFixedT('ko', 'chat'), message);

test("the assistant's own sentences are in the language of the screen", () => {
  expect(said.content).toMatch(/^The knowledge base has no checked answer/);
  expect(inKorean(said)).toBe(korean.sentence.none);
});

test.each([
  ['what somebody wrote', { content: 'Hello' }],
  ['an answer from the knowledge base', { content: 'A wound cell.', answer: { ...said.answer, sentence: undefined } }],
  ['a sentence that this version does not know', { content: 'New.', answer: { ...said.answer, sentence: 'newer' } }],
])('%s is shown as it came', (_what, message) => {
  expect(inKorean(message as Parameters<typeof inKorean>[0])).toBe(message.content);
});
