import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { conversationMarkdown } from '../../../../src/assistant/export/conversation-markdown.ts';
import { wholeConversation } from '../../../../src/assistant/export/whole-conversation.ts';
import { chooseVersion } from '../../../../src/assistant/views/branches.ts';
import { applyHistory } from '../../../../src/db/snapshot.ts';
import { foldMessages } from '../../../../src/db/message-records.ts';
import { deviceOf, messageIn, roomOfMe, testUser } from '../../../support/src/user.ts';
import type { MessageView } from '../../../../src/chat/views/view-types.ts';

/** Conversations as files. */

const t = ((key: string) => key) as unknown as TFunction<'chat'>;
const shown = (message: object) => ({ pending: false, delivery: null, reason: null, ...message }) as MessageView;

test('the file has the title, the date, and each question and answer with its sources', () => {
  const me = testUser();
  const room = roomOfMe(me, { type: 1 });
  const at = '2026-11-04T12:00:00.000Z';
  const question = messageIn(room, {
    content: '# Why\ndoes it overhang?',
    createdAt: at,
    author: { id: me.id, name: 'Mina', kind: 'user' },
  });
  const source = {
    n: 1,
    qnaId: 'q',
    question: 'Anode overhang',
    urls: ['https://a.example/x'],
    category: 'Cells',
    score: 1,
  };
  const answer = messageIn(room, {
    content: 'By **1 mm**.',
    createdAt: at,
    author: { id: 'assistant', name: 'VFP', kind: 'assistant' },
    answer: {
      questionId: question.id,
      status: 'suggest',
      mode: 'kb',
      confidence: 1,
      sources: [source],
      suggestions: [],
      handoff: { offered: true, allowed: true },
    },
  });
  const about = { title: 'Over\nhang', isCut: true, others: new Set<string>(), t, language: 'en', meId: me.id };
  const text = conversationMarkdown({ ...about, messages: [question, answer].map(shown) });
  expect(text).toMatch(/^# Over hang\n\nNov 4, 2026\n\n_export\.cut_\n\n## author\.me, .*2026/);
  expect(text).toContain('\n\n> # Why\n> does it overhang?\n\n## VFP, ');
  expect(text).toContain('By **1 mm**.\n\nsources.title:\n\n1. Anode overhang (Cells)\n   <https://a.example/x>\n');
});

test('the file has what an answer quotes from files, in which nothing is Markdown', () => {
  const me = testUser();
  const room = roomOfMe(me, { type: 1 });
  const passage = 'Cut-off 3.65 V\n![x](https://evil.example/a.png)';
  const file = { id: 'f', name: 'a.pdf', page: 'Cells!1:4', passage };
  const answer = messageIn(room, {
    content: 'Your files say this.',
    author: { id: 'assistant', name: 'VFP', kind: 'assistant' },
    answer: {
      questionId: room.id,
      status: 'done',
      mode: 'kb',
      confidence: 0,
      sources: [{ n: 1, qnaId: '', question: 'a.pdf', urls: [], category: '', score: 1, file }],
      suggestions: [],
      handoff: { offered: true, allowed: true },
      fileNotes: [{ id: 'g', name: 'b.png', problem: 'image', text: 'b.png is an image.' }],
    },
  });
  const about = { title: 'Files', isCut: false, others: new Set<string>(), t, language: 'en', meId: me.id };
  expect(conversationMarkdown({ ...about, messages: [shown(answer)] })).toContain(
    [
      '    Cut-off 3.65 V\n    ![x](https://evil.example/a.png)',
      'Your files say this.',
      'fileProblem.image',
      'sources.title:',
      '1. a.pdf, Cells!1:4\n',
    ].join('\n\n'),
  );
});

test('older messages are fetched for the file; without a connection it says that they are missing', async () => {
  const { db, me } = deviceOf();
  const room = roomOfMe(me, { type: 1, sseq: 9 });
  await db.rooms.put(room);
  const [old, fresh] = [messageIn(room, { sseq: 2, content: 'old' }), messageIn(room, { sseq: 8, content: 'new' })];
  await db.transaction('rw', db.messages, () => foldMessages(db, [fresh]));
  await db.windows.put({ roomId: room.id, from: 8, complete: false });
  const contents = async (loadOlder: () => Promise<void>) => {
    const { messages, isCut } = await wholeConversation({ db, me, loadOlder }, room.id);
    return { contents: messages.map(({ content }) => content), isCut };
  };
  expect(await contents(() => Promise.reject(new Error('offline')))).toEqual({ contents: ['new'], isCut: true });
  const loadOlder = async () => {
    await applyHistory(db, room.id, 8, { messages: [old], complete: true });
  };
  expect(await contents(loadOlder)).toEqual({ contents: ['old', 'new'], isCut: false });
});

test('a file ends where the server gives no more, and says so', async () => {
  const { db, me } = deviceOf();
  const room = roomOfMe(me, { type: 1, sseq: 9 });
  await db.rooms.put(room);
  await db.transaction('rw', db.messages, () => foldMessages(db, [messageIn(room, { sseq: 8, content: 'new' })]));
  await db.windows.put({ roomId: room.id, from: 8, complete: false });
  const whole = await wholeConversation({ db, me, loadOlder: () => Promise.resolve() }, room.id);
  expect(whole.isCut).toBe(true);
  expect(whole.messages.map(({ content }) => content)).toEqual(['new']);
});

test('versions of a question that the conversation does not show are in the file, and marked', async () => {
  const { db, me } = deviceOf();
  const room = roomOfMe(me, { type: 1, sseq: 9 });
  await db.rooms.put(room);
  const author = { id: me.id, name: 'Mina', kind: 'user' } as const;
  const first = messageIn(room, { sseq: 2, content: 'How thick is the foil?', author });
  const version = messageIn(room, { sseq: 4, content: 'How thick is the copper foil?', author, branchOf: first.id });
  await db.transaction('rw', db.messages, () => foldMessages(db, [first, version]));
  const file = async () => {
    const whole = await wholeConversation({ db, me, loadOlder: () => Promise.resolve() }, room.id);
    return conversationMarkdown({ ...whole, title: 'Foil', t, language: 'en', meId: me.id });
  };
  expect(await file()).toMatch(/_export\.otherVersion_\s+> How thick is the foil\?[^_]+> How thick is the copper foil/);
  await chooseVersion(db, first.id, first.id);
  expect(await file()).toMatch(/> How thick is the foil\?[^_]+_export\.otherVersion_\s+> How thick is the copper foil/);
});
