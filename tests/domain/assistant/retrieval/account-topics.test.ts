import { expect, test } from 'vitest';
import { answerFrom } from '#domain/assistant/retrieval/answer.ts';
import { retrieve } from '#domain/assistant/retrieval/retrieve.ts';
import { judgedQuestions } from '../../../../server/assistant/knowledge/judged-questions.ts';
import { smallTalkIn } from '#domain/assistant/retrieval/small-talk.ts';
import { index } from './evaluation.ts';

test.each([
  ['delete my account', 'deleteAccount'],
  ['Please close our account.', 'deleteAccount'],
  ['계정 삭제하고 싶어요', 'deleteAccount'],
  ['I forgot my password', 'password'],
  ['비밀번호 까먹음', 'password'],
  ["didn't get the verification mail", 'signIn'],
  ['how do i change my email', 'profile'],
  ['이메일 주소 바꾸려면?', 'profile'],
  ['change the app language to Korean', 'language'],
  ['is there a dark mode', 'appearance'],
  ['turn off notifications', 'mails'],
  ['cancel my subscription', 'subscription'],
  ['유료 요금제로 바꾸고 싶습니다', 'subscription'],
  ['where can I download my invoices', 'invoices'],
  ['invite a colleague', 'colleagues'],
  ['log me out pls', 'signOut'],
])('“%s” is told the place where it is done, and is not kept for an expert', (text, sentence) => {
  const { content, answer } = answerFrom(retrieve(index, { text, chatType: 1 }), {
    questionId: 'q',
    handoffAllowed: true,
  });
  expect(answer).toMatchObject({ status: 'no_answer', sentence, handoff: { offered: false }, suggestions: [] });
  expect(content).not.toBe('');
});

test('no judged question about batteries is taken for one about the account', () => {
  const judged = (['in-scope', 'korean', 'starter', 'phone'] as const).flatMap(judgedQuestions);
  expect(judged.filter(({ id, q }) => id !== null && smallTalkIn(q) !== undefined)).toEqual([]);
});
