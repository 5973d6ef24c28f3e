import { expect, test } from 'vitest';
import { offersWith } from '#domain/payment/plan-contents.ts';
import { plans } from '#domain/account/plans-and-prices.ts';

/** The right rows, written by hand from the rules of each offer. */
test('the price list says what each plan and trial opens', () => {
  const rows = offersWith().map(({ kind, plan, assistant, experts, orders }) => [
    plan === null ? kind : `${kind} ${plan}`,
    assistant === null ? 'closed' : `${assistant.count} per ${assistant.per}`,
    experts,
    orders,
  ]);
  expect(rows).toEqual([
    ['instant', '10 per total', false, false],
    ['account', '200 per day', false, false],
    ['plan standard', '2000 per day', false, false],
    ['plan professional-flex', '2000 per day', false, false],
    ['trial professional', 'closed', true, false],
    ['plan professional', '2000 per day', true, false],
    ['trial premium', 'closed', true, false],
    ['plan premium', '2000 per day', true, false],
    ['plan navigator-premium', '2000 per day', true, true],
  ]);
});

test('the features on the card of a plan are those that it opens', () => {
  for (const { id, features } of plans) {
    const offer = offersWith().find(({ kind, plan }) => kind === 'plan' && plan === id);
    expect([id, features.includes('assistant'), features.includes('experts'), features.includes('orders')]).toEqual([
      id,
      offer?.assistant !== null,
      offer?.experts,
      offer?.orders,
    ]);
  }
});

test('a server with other limits lists its own numbers of questions', () => {
  const [instant, account] = offersWith({ trialQuestions: 3, quotaFactor: 2 });
  expect([instant?.assistant?.count, account?.assistant?.count]).toEqual([3, 400]);
});
