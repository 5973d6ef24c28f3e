import { expect, test } from 'vitest';
import { flagsOf } from '../../../../domain/account/permissions.ts';
import { arrangeEntries, assistantRoomsOf, type PaletteEntry } from '../../../../src/shell/palette/palette-entries.ts';
import type { RoomView } from '../../../../src/chat/views/view-types.ts';
import { eleven } from '../../../support/src/eleven.ts';

test.each(eleven.flatMap(({ kind, user }) => (user === null ? [] : [{ kind, user }])))(
  'a $kind finds their own conversations with the assistant only where they may chat with it',
  ({ user }) => {
    const room = { id: 'own', type: 1, customerId: user.id } as RoomView;
    const others = { ...room, id: 'of another user', customerId: 'another user' };
    const expected = flagsOf(user).disableAiChat ? [] : [room];
    expect(assistantRoomsOf(user, [room, others])).toEqual(expected);
  },
);

function entry(kind: PaletteEntry['kind'], id: string, detail: string): PaletteEntry {
  return { kind, id, title: id, detail, to: id };
}

test('an order whose number I type comes before the room about it; other orders come last', () => {
  const number = 'PO-2026-000003';
  const entries = {
    menu: [],
    conversations: [],
    staffed: [entry('room', 'room of the order', number)],
    placed: [
      { ...entry('order', 'another order', 'like PO-2026-000003'), number: 'PO-2026-000001' },
      { ...entry('order', 'the order', number), number },
    ],
  };
  const found = (...words: string[]) => arrangeEntries(words, entries).map(({ id }) => id);
  expect(found('000003')).toEqual(['the order', 'another order', 'room of the order']);
  expect(found('order')).toEqual(['room of the order', 'another order', 'the order']);
});
