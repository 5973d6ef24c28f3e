import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { hasMenu, mayDelete, mayTakeOut } from '../../../../src/chat/messages/message-rights.ts';
import { messageIn, roomOfMe, testUser } from '../../../support/src/user.ts';
import type { MessageView } from '../../../../src/chat/views/view-types.ts';

const me = testUser();
const expert = testUser({ role: 'EXPERT' });
const room = roomOfMe(me);

function viewOf(about: Partial<MessageView>): MessageView {
  return { ...messageIn(room), pending: false, delivery: null, reason: null, ...about };
}

const mine = viewOf({ author: { id: me.id, name: 'Me', kind: 'user' } });
const theirs = viewOf({ author: { id: randomUUID(), name: 'Dr. Ines Moreau', kind: 'expert' } });

test('I am offered to delete what I wrote, staff also what others wrote', () => {
  expect([mayDelete(mine, me), mayDelete(theirs, me)]).toEqual([true, false]);
  expect([mayDelete(mine, expert), mayDelete(theirs, expert)]).toEqual([true, true]);
});

test('a message has a menu when there is something in it for me', () => {
  expect(hasMenu(theirs, me)).toBe(true);
  expect(hasMenu({ ...theirs, content: '' }, me)).toBe(false);
  expect(hasMenu({ ...mine, content: '' }, me)).toBe(true);
  expect(hasMenu({ ...mine, pending: true }, me)).toBe(false);
  expect(hasMenu({ ...mine, redacted: true }, me)).toBe(false);
});

test('only staff can remove a customer from a room between users', () => {
  const view = { ...room, pending: false };
  expect(mayTakeOut(view, expert)).toBe(true);
  expect(mayTakeOut(view, me)).toBe(false);
  expect(mayTakeOut({ ...view, type: 1 }, expert)).toBe(false);
  expect(mayTakeOut({ ...view, pending: true }, expert)).toBe(false);
  expect(mayTakeOut({ ...view, customerId: expert.id }, expert)).toBe(false);
});
