import { expect, test } from 'vitest';
import { erasedMessage, erasedRoom, withNameReplaced, withTextErased } from '#domain/spine/erasure.ts';

const replaced = (value: unknown) => withNameReplaced(value, 'u1', 'Deleted account');

test.each([
  [
    'the customer of a room',
    { customerId: 'u1', customerName: 'Kim' },
    { customerId: 'u1', customerName: 'Deleted account' },
  ],
  ['the owner of an order', { ownerId: 'u1', ownerName: 'Kim' }, { ownerId: 'u1', ownerName: 'Deleted account' }],
  [
    'who answers in a room',
    { assigneeId: 'u1', assigneeName: 'Kim' },
    { assigneeId: 'u1', assigneeName: 'Deleted account' },
  ],
  ['whoever changed it', { by: 'u1', byName: 'Kim' }, { by: 'u1', byName: 'Deleted account' }],
  ['the author', { author: { id: 'u1', name: 'Kim', x: 1 } }, { author: { id: 'u1', name: 'Deleted account', x: 1 } }],
  ['a list', [[{ by: 'u1', byName: 'Kim' }]], [[{ by: 'u1', byName: 'Deleted account' }]]],
  ['deep inside', { a: { b: { by: 'u1', byName: 'Kim' } } }, { a: { b: { by: 'u1', byName: 'Deleted account' } } }],
])('the name is replaced: %s', (_where, before, after) => {
  expect(replaced(before)).toEqual(after);
});

test.each([
  ['another user', { by: 'u2', byName: 'Lee', author: { id: 'u2', name: 'Lee' } }],
  ['an id without a name', { by: 'u1' }],
  ['an author as text', { author: 'u1' }],
  ['no object', null],
  ['a number', 7],
  ['a text', 'u1'],
])('everything else stays: %s', (_what, value) => {
  expect(replaced(value)).toEqual(value);
});

const message = { id: 'm', content: 'Secret', files: [{ id: 'f' }], feedback: { rating: 1, comment: 'Mine' } };

test('a message loses its text and files, and keeps its rating without the comment', () => {
  expect(erasedMessage(message)).toMatchObject({
    id: 'm',
    content: '',
    files: [],
    feedback: { rating: 1, comment: null },
  });
  expect(erasedMessage({ id: 'm', content: 'Secret', files: [] })).not.toHaveProperty('feedback');
});

test('a room loses its name and its preview', () => {
  expect(erasedRoom({ id: 'r', name: 'Secret', last: { preview: 'Secret', at: 't' } })).toEqual({
    id: 'r',
    name: '',
    last: { preview: '', at: 't' },
  });
  expect(erasedRoom({ id: 'r', name: 'Secret', last: null })).toEqual({ id: 'r', name: '', last: null });
});

test.each([
  ['a message', { at: 't', message }, { at: 't', message: { content: '' } }],
  ['a room', { room: { name: 'Secret', last: null } }, { room: { name: '' } }],
  ['a comment', { comment: 'Secret', rating: 1 }, { comment: null, rating: 1 }],
])('of an event with %s, only the text goes', (_what, before, after) => {
  expect(withTextErased(before)).toMatchObject(after);
  expect(JSON.stringify(withTextErased(before))).not.toContain('Secret');
});

test.each([[{ at: 't' }], [null], ['text'], [[1]]])('an event without text stays: %j', (value) => {
  expect(withTextErased(value)).toEqual(value);
});
