import { expect, test } from 'vitest';
import { chosenOrdersIn, valueAfter } from '../../../../src/order/history/orders-to-compare.ts';
import { newId } from '../../../support/users.ts';

/** Two orders of the history, chosen one after the other, as the address keeps them. */

const [one, two, three] = [newId(), newId(), newId()];

test('orders are chosen one after the other, and chosen again they are no longer', () => {
  expect(chosenOrdersIn(null)).toBeUndefined();
  const begun = valueAfter();
  expect(chosenOrdersIn(begun)).toEqual([]);
  const first = valueAfter(chosenOrdersIn(begun), one);
  expect(chosenOrdersIn(first)).toEqual([one]);
  const both = valueAfter(chosenOrdersIn(first), two);
  expect(chosenOrdersIn(both)).toEqual([one, two]);
  expect(chosenOrdersIn(valueAfter(chosenOrdersIn(both), one))).toEqual([two]);
  expect(chosenOrdersIn(valueAfter([one], one))).toEqual([]);
});

test('a third order changes nothing, nor does what somebody wrote into the address', () => {
  expect(chosenOrdersIn(valueAfter([one, two], three))).toEqual([one, two]);
  expect(chosenOrdersIn(`${one},nonsense,${two},${three}`)).toEqual([one, two]);
});
