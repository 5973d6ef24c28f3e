import { createInstance } from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import type { Answer } from '#domain/chat/chat.ts';
import { withFiles } from '../../../../src/assistant/answer/file-texts.ts';
import { subjectOf } from '../../../../src/chat/parts/message-text.ts';
import english from '../../../../public/locales/en/chat.json' with { type: 'json' };
import korean from '../../../../public/locales/ko/chat.json' with { type: 'json' };

const texts = createInstance();
const resources = { ko: { chat: korean }, en: { chat: english } };
beforeAll(() => texts.init({ lng: 'ko', defaultNS: 'chat', resources, interpolation: { escapeValue: false } }));

const passage = 'Charge cut-off: 3.65 V';
const entry = { n: 1, qnaId: 'k', question: 'What is the cut-off?', urls: [], category: '', score: 1 };
const quoted = { ...entry, n: 2, qnaId: '', question: 'a.pdf', file: { id: 'f', name: 'a.pdf', page: 3, passage } };
const cells = { ...quoted, n: 3, file: { ...quoted.file, name: 'b.xlsx', page: 'Cells!1:4' } };
const answer: Answer = {
  questionId: 'q',
  status: 'done',
  mode: 'kb',
  confidence: 1,
  sources: [entry, quoted, cells],
  suggestions: [],
  handoff: { offered: true, allowed: true },
  fileNotes: [
    { id: 'g', name: 'c.pdf', problem: 'scanned', text: 'in English' },
    { id: 'h', name: 'd.pdf', problem: 'of a newer server', text: 'as it came' },
  ],
};

test('an answer is copied with the passages and the notes of its files, in the language of the screen', () => {
  expect(withFiles(texts.getFixedT('ko', 'chat'), '3.65 V.', answer).split('\n\n')).toEqual([
    `${passage}\n(a.pdf, 3쪽)`,
    `${passage}\n(b.xlsx, Cells!1:4)`,
    '3.65 V.',
    korean.fileProblem.scanned.replace('{{name}}', 'c.pdf'),
    'as it came',
  ]);
  expect(withFiles(texts.getFixedT('en', 'chat'), '', answer)).toContain('(a.pdf, page 3)');
});

test('the head of an answer is the question of its entry, never the name of a file', () => {
  expect(subjectOf({ answer })).toBe(entry.question);
  expect(subjectOf({ answer: { ...answer, sources: [quoted] } })).toBeUndefined();
});
