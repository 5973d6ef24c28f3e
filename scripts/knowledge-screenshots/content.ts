import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { demoAccounts } from '../order/demo.ts';
import { type Caller, signIn, valueAt } from '../order/caller.ts';

/** Writes what the screens of the knowledge base show: questions without an answer, edited Q&As, a document, a sync. */

/** Ids of what was written. */
export interface KnowledgeContent {
  /** A Q&A of two versions. */
  qna: string;
  /** A group of questions. */
  group: string;
}

const notFound = [
  'How many parrots can sit on a formation rack?',
  'Is it fine when parrots sit on the formation rack?',
  'Do you rent out your cell press by the hour?',
  'Can I book the cell press for an afternoon?',
  'Which paint do you use for the floor of the dry room?',
  '건조실 바닥에는 어떤 페인트를 사용하나요?',
];

/** Writes it all on a running server. */
export async function writeKnowledge(url: string): Promise<KnowledgeContent> {
  const engineer = await signIn(url, demoAccounts.customer);
  const expert = await signIn(url, demoAccounts.staff);
  for (const text of notFound) await write(engineer, 'POST', '/bot/questions', { text, chat_type: 1 });
  const [first = ''] = notFound;
  const asked = await write(engineer, 'POST', '/bot/questions', { text: first, chat_type: 1 });
  await write(engineer, 'POST', '/bot/questions', {
    text: 'and at 45 °C?',
    chat_type: 1,
    conversation_id: valueAt(asked, 'conversation_id'),
  });
  const answer = await write(engineer, 'POST', '/bot/questions', {
    text: 'What causes lithium plating?',
    chat_type: 1,
  });
  const comment = 'I need it for sodium cells.';
  await write(engineer, 'POST', '/bot/feedback', {
    answer_id: valueAt(answer, 'answer.id'),
    rating: -1,
    comment,
  });
  const qna = String(valueAt(await write(expert, 'POST', '/qnas', press), 'id'));
  await sync(expert);
  await write(expert, 'PUT', `/qnas/${qna}`, { version: 1, answer: `${press.answer} The first hour is free.` });
  const groups = await expert.call({ method: 'GET', path: '/admin-api/records/groups' });
  return { qna, group: String(valueAt(groups.body, 'items.0.id')) };
}

const press = {
  large_category: 'Ordering',
  medium_category: 'Laboratory',
  question: 'Can I use your cell press for an afternoon?',
  alternatives: ['Do you rent out the press?', 'Is the press free on Friday?'],
  answer: 'Yes, with one of our operators beside you. Book it two weeks ahead in a conversation with an expert.',
  keyword: 'cell press',
  urls: ['https://www.example.com/laboratory/press'],
  sources: ['House rules of the laboratory, section 4'],
  status: 'published',
};

/** Takes over what is edited, once it is measured. */
async function sync(expert: Caller): Promise<void> {
  await write(expert, 'POST', '/qnas/synchronizes', { takes_over_alone: true });
  for (;;) {
    const { body } = await expert.call({ method: 'GET', path: '/qnas/synchronizes' });
    const state = valueAt(body, 'state');
    if (state === 'ready' || state === 'failed') throw new Error(`the sync is ${state}`);
    if (state !== 'waiting' && state !== 'measuring') return;
    await wait(200);
  }
}

async function write(caller: Caller, method: 'POST' | 'PUT', path: string, body: object): Promise<unknown> {
  const reply = await caller.call({ method, path, body, key: randomUUID() });
  if (reply.status >= 400) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
  return reply.body;
}
