import { expect, test } from 'vitest';
import { chosenIn, valueAfter } from '../../../../src/order/history/orders-to-compare.ts';
import { newId } from '../../../support/users.ts';

/** Two orders of the history, chosen one after the other, as the address keeps them. */

const [one, two, three] = [newId(), newId(), newId()];

test('orders are chosen one after the other, and chosen again they are no longer', () => {
  expect(chosenIn(null)).toBeUndefined();
  const begun = valueAfter();
  expect(chosenIn(begun)).toEqual([]);
  const first = valueAfter(chosenIn(begun), one);
  expect(chosenIn(first)).toEqual([one]);
  const both = valueAfter(chosenIn(first), two);
  expect(chosenIn(both)).toEqual([one, two]);
  expect(chosenIn(valueAfter(chosenIn(both), one))).toEqual([two]);
  expect(chosenIn(valueAfter([one], one))).toEqual([]);
});

test('a third order changes nothing, nor does what somebody wrote into the address', () => {
  expect(chosenIn(valueAfter([one, two], three))).toEqual([one, two]);
  expect(chosenIn(`${one},nonsense,${two},${three}`)).toEqual([one, two]);
});
