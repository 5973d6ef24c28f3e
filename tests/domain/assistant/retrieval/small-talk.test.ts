import { expect, test } from 'vitest';
import { answerFrom } from '#domain/assistant/retrieval/answer.ts';
import { retrieve } from '#domain/assistant/retrieval/retrieve.ts';
import { smallTalkIn } from '#domain/assistant/retrieval/small-talk.ts';
import { sumIn } from '#domain/assistant/retrieval/sum.ts';
import { index } from './evaluation.ts';

test.each([
  ['2+2', '2 + 2 = 4'],
  ['what is 17*23', '17 * 23 = 391'],
  ['17 x 23 =', '17 * 23 = 391'],
  ['How much is (3.7 - 0.2) * 2.5?', '(3.7 - 0.2) * 2.5 = 8.75'],
  ['2^3^2', '2 ^ 3 ^ 2 = 512'],
  ['-4 + 10 ÷ 4', '- 4 + 10 / 4 = -1.5'],
  ['0.1 + 0.2', '0.1 + 0.2 = 0.3'],
  ['8 − 3 × 2', '8 - 3 * 2 = 2'],
  ['10 - 2 - 3', '10 - 2 - 3 = 5'],
  ['100 / 10 / 2', '100 / 10 / 2 = 5'],
])('the sum %s has its result', (text, result) => {
  expect(sumIn(text)).toBe(result);
});

test.each([
  '4',
  '18650',
  '2 +',
  '(2 + 3',
  '2 + 3)',
  '1 / 0',
  '3 Ah * 3.7 V',
  '4680 cell',
  '1.2.3 + 4',
  '2 + + 3',
  '',
  '+',
  '()',
])('%j is no sum', (text) => {
  expect(sumIn(text)).toBeUndefined();
});

test('a text of a hundred characters may be a sum, a longer one is not', () => {
  const sum = `1${'+1'.repeat(49)}`;
  expect(sumIn(`${sum}?`)).toContain('= 50');
  expect(sumIn(`${sum}??`)).toBeUndefined();
});

test.each([
  ['Hello!', 'greeting'],
  ['good morning, how are you today?', 'greeting'],
  ['안녕하세요', 'greeting'],
  ['Thanks a lot', 'thanks'],
  ['thx!!', 'thanks'],
  ['감사합니다', 'thanks'],
  ['are you a robot?', 'identity'],
  ["What's your name?", 'identity'],
  ['bye, see you tomorrow', 'goodbye'],
])('%s is small talk', (text, sentence) => {
  expect(smallTalkIn(text)).toEqual({ sentence });
});

test.each([
  'Hello, how thick is copper foil?',
  'thanks, and for LFP?',
  'who makes cells',
  'what are you measuring at 25 °C',
])('%s is a question', (text) => {
  expect(smallTalkIn(text)).toBeUndefined();
});

const about = { questionId: 'q', handoffAllowed: true };
const replyTo = (text: string) => answerFrom(retrieve(index, { text, chatType: 1 }), about);

test('small talk and sums get a line of their own, and no expert is offered', () => {
  for (const text of ['thank you', '6 * 7']) {
    expect(replyTo(text).answer).toMatchObject({ status: 'no_answer', handoff: { offered: false } });
  }
  expect(replyTo('6 * 7').content).toBe('6 * 7 = 42');
  expect(replyTo('thank you').answer.sentence).toBe('thanks');
});

test.each([
  ['fghfgh dfgdfg', 'unclear'],
  ['???', 'unclear'],
  ['what do i do now', 'unclear'],
  ['recipe for kimchi jjigae', 'offTopic'],
  ['who won the world cup', 'offTopic'],
  ['who won the world cup 2018?', 'offTopic'],
  ['월드컵 누가 이겼어', 'offTopic'],
  ['how do i center a div in css', 'offTopic'],
  ['UN number for supercapacitors', 'none'],
])('%s gets one honest line', (text, sentence) => {
  expect(replyTo(text).answer).toMatchObject({ sentence, handoff: { offered: true } });
});

test('a sum with a file is a question about the file', () => {
  expect(retrieve(index, { text: '2+2', chatType: 1, hasFiles: true }).smallTalk).toBeUndefined();
});
