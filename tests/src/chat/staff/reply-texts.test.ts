import { expect, test } from 'vitest';
import { languages } from '#domain/ground/languages.ts';
import { orderStatuses } from '#domain/order/life/status.ts';
import { filledReply, repliesFor, replyRows } from '../../../../src/chat/staff/reply-texts.ts';

const values = { number: 'PO-2026-000123', customer: 'Mara', due: 'Jan 14', until: 'Dec 1, 2026' };

const names = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).toSorted();

test('every placed order that has not ended early has a reply, and a draft has none', () => {
  const without = orderStatuses.filter((status) => repliesFor(status, values).length === 0);
  expect(without).toEqual(['draft', 'cancelled', 'rejected']);
});

test.each(languages.map(({ code }) => code))(
  'in %s every reply has the number and dates of the order put in',
  (code) => {
    for (const row of replyRows) {
      expect(names(row.text[code])).toEqual(names(row.text.en));
      const text = filledReply(row, code, values);
      expect(text).not.toMatch(/[{}]/);
      expect(text).toContain('PO-2026-000123');
    }
  },
);

test('a reply that needs a date is not offered where the order has none', () => {
  expect(repliesFor('testing', { number: 'PO-1', customer: 'Mara' })).toEqual([]);
  expect(repliesFor('testing', values).map(({ name }) => name)).toEqual(['testing', 'late']);
});
