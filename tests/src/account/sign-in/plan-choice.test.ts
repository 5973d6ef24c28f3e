import { expect, test } from 'vitest';
import { plans } from '../../../../domain/account/plans-and-prices.ts';
import { Refused } from '../../../../src/net/errors.ts';
import { isTried, plansToStart } from '../../../../src/account/sign-in/plan-choice.tsx';
import { formFailureOf } from '../../../../src/account/sign-in/use-account-form.ts';

test('the sign-up offers a trial of the plans that can be tried, and of no others', () => {
  const tried = plans.filter(({ trial }) => trial).map(({ id }) => id);
  expect(plansToStart.filter(isTried)).toEqual(tried);
});

test('a page opened before a plan lost its trial says that this is why', () => {
  const details = [{ path: 'plan', code: 'no_trial' }];
  const refused = new Refused(422, 'INVALID', 'Some values do not fit.', { details });
  expect(formFailureOf(refused)).toEqual({ key: 'failure.noTrial' });
});
