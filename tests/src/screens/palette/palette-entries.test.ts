import { expect, test } from 'vitest';
import { flagsOf } from '../../../../domain/permissions.ts';
import { conversationsOf } from '../../../../src/screens/palette/palette-entries.ts';
import type { RoomView } from '../../../../src/db/view-types.ts';
import { eleven } from '../../../support/src/eleven.ts';

test.each(eleven.flatMap(({ kind, user }) => (user === null ? [] : [{ kind, user }])))(
  'a $kind finds their own conversations with the assistant only where they may chat with it',
  ({ user }) => {
    const room = { id: 'own', type: 1, customerId: user.id } as RoomView;
    const others = { ...room, id: 'of another user', customerId: 'another user' };
    const expected = flagsOf(user).disableAiChat ? [] : [room];
    expect(conversationsOf(user, [room, others])).toEqual(expected);
  },
);

test('an account without the assistant exists among those tried', () => {
  expect(eleven.some(({ user }) => user !== null && flagsOf(user).disableAiChat)).toBe(true);
});
