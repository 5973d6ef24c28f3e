import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Message, Room } from '#domain/chat/chat.ts';
import { isDeleted } from '#domain/chat/conversations.ts';
import { type Event, type EventData, type EventType, is } from '#domain/spine/events.ts';
import { foldHistory, foldOrder } from '#domain/spine/fold-order.ts';
import { foldFeedback, foldRedaction, foldRoom, foldRoomAll, redacted } from '#domain/spine/fold-room.ts';
import { filesRead } from '#domain/chat/file-claims.ts';
import type { Order } from '#domain/order/data/order.ts';
import { mostUnreadCounted } from '#domain/chat/chat.ts';
import { orderOf } from '../order/orders.ts';

/** Events may arrive in any order and more than once: the resulting rows must be the same. */

const emptyRoom: Room = {
  id: 'r',
  type: 5,
  name: 'Room',
  createdAt: '2026-01-01T00:00:00.000Z',
  customerId: 'c',
  customerName: 'Customer',
  companyName: null,
  orderId: null,
  resultName: null,
  status: 'open',
  assigneeId: null,
  sseq: 1,
  last: null,
  marks: { user: 0, support: 0 },
  unread: { user: [], support: [] },
};

/** Only rooms of orders keep what their files claim. */
const orderRoom: Room = { ...emptyRoom, type: 6 };

const emptyOrder = orderOf();

function event<T extends EventType>(type: T, sseq: number, data: EventData[T]): Event<T> {
  return { stream: 's', sseq, type, v: 1, data, cmdId: null };
}

const time = (sseq: number) => new Date(1_780_000_000_000 + sseq * 1000).toISOString();

function message(sseq: number, from: 'USER' | 'SUPPORT' | 'system' = 'SUPPORT'): Message {
  const kind = from === 'system' ? 'system' : 'user';
  return {
    id: `m${sseq}`,
    roomId: 'r',
    sseq,
    content: `text ${sseq}`,
    senderType: from === 'USER' ? 'USER' : 'SUPPORT',
    author: { id: 'x', name: 'X', kind },
    files: [],
    replyTo: null,
    createdAt: time(sseq),
  };
}

const read = { id: 'f', name: 'drawing.pdf', claims: [], problem: 'scanned' };

const roomEvents = fc
  .array(
    fc.oneof(
      fc.record({ kind: fc.constant('message' as const), side: fc.constantFrom('USER' as const, 'SUPPORT' as const) }),
      fc.record({
        kind: fc.constant('mark' as const),
        side: fc.constantFrom('user' as const, 'support' as const),
        back: fc.nat(6),
      }),
      fc.record({ kind: fc.constant('card' as const) }),
      fc.record({ kind: fc.constant('title' as const), text: fc.constantFrom('A', 'B', null) }),
      fc.record({ kind: fc.constant('pin' as const), on: fc.boolean() }),
      fc.record({ kind: fc.constant('deletion' as const), on: fc.boolean() }),
      fc.record({ kind: fc.constant('redaction' as const), of: fc.nat(25) }),
      fc.record({ kind: fc.constant('claims' as const), of: fc.nat(25) }),
      fc.record({ kind: fc.constant('taken' as const), by: fc.constantFrom('x', 'y', null) }),
      fc.record({ kind: fc.constant('name' as const), userId: fc.constantFrom('c', 'x', 'y') }),
    ),
    { maxLength: 25 },
  )
  .chain((facts) => fc.tuple(fc.constant(facts), fc.boolean()))
  .map(([facts, leaves]) => {
    const said: Message[] = [];
    const events = facts.map((fact, i): Event => {
      const sseq = i + 2;
      if (fact.kind === 'mark') {
        const upTo = Math.max(1, sseq - fact.back);
        return event('read.marked', sseq, { roomId: 'r', side: fact.side, upTo, by: 'x' });
      }
      if (fact.kind === 'title') return event('room.renamed', sseq, { roomId: 'r', title: fact.text });
      if (fact.kind === 'pin') return event('room.pinned', sseq, { roomId: 'r', pinned: fact.on });
      if (fact.kind === 'deletion') return event(fact.on ? 'room.deleted' : 'room.restored', sseq, { roomId: 'r' });
      if (fact.kind === 'taken') {
        const assigneeName = fact.by === null ? null : fact.by.toUpperCase();
        return event('room.assigned', sseq, { roomId: 'r', by: 'x', assigneeId: fact.by, assigneeName });
      }
      if (fact.kind === 'name') return named(sseq, fact.userId);
      const old = fact.kind === 'redaction' || fact.kind === 'claims' ? said[fact.of % said.length] : undefined;
      if (old !== undefined && fact.kind === 'claims')
        return event('claims.found', sseq, { roomId: 'r', messageId: old.id, files: [read] });
      if (old !== undefined)
        return event('message.redacted', sseq, { message: redacted(old), by: 'x', at: time(sseq) });
      const sent = message(sseq, fact.kind === 'message' ? fact.side : 'system');
      said.push(sent);
      return event('message.sent', sseq, { message: sent });
    });
    // A deleted user sends nothing more, so the rename comes last.
    return leaves ? [...events, renamed(events.length + 2, said.at(-1)?.sseq ?? null)] : events;
  });

const named = (sseq: number, userId: string) =>
  event('name.changed', sseq, { userId, userName: `${userId} at ${sseq}` });

const renamed = (sseq: number, newest: number | null) =>
  event('person.renamed', sseq, { userId: 'x', name: 'Deleted account', newest });

const paths = ['format', 'quantity', 'tests/a/temp', 'tests/a/upperVoltage', 'tests/a/lowerVoltage'];

const orderEvents = fc
  .array(
    fc.oneof(
      fc.record({
        kind: fc.constant('patch' as const),
        by: fc.constantFrom('c', 'd'),
        changes: fc.uniqueArray(
          fc.record({ path: fc.constantFrom(...paths), value: fc.oneof(fc.integer(), fc.constant(null)) }),
          { selector: ({ path }) => path, minLength: 1 },
        ),
      }),
      fc.record({ kind: fc.constant('conflict' as const), path: fc.constantFrom(...paths), mine: fc.integer() }),
      fc.record({ kind: fc.constant('status' as const), to: fc.constantFrom('draft' as const, 'submitted' as const) }),
      fc.record({ kind: fc.constant('rename' as const), userId: fc.constantFrom('c', 'd') }),
      fc.record({ kind: fc.constant('share' as const), userIds: fc.subarray(['d', 'e']) }),
      fc.record({ kind: fc.constant('name' as const), userId: fc.constantFrom('c', 'd', 'e') }),
      fc.record({
        kind: fc.constant('parcel' as const),
        step: fc.constantFrom('announced' as const, 'arrived' as const),
      }),
      fc.record({
        kind: fc.constant('shipment' as const),
        state: fc.constantFrom('in_transit' as const, 'delivered' as const),
      }),
      fc.record({ kind: fc.constant('cells' as const), state: fc.constantFrom('built' as const, 'scrapped' as const) }),
      fc.record({ kind: fc.constant('report' as const), id: fc.constantFrom('a', 'b'), isPublished: fc.boolean() }),
    ),
    { maxLength: 20 },
  )
  .map((facts) =>
    facts.map((fact, i): Event => {
      const sseq = i + 2;
      const at = time(sseq);
      const by = { by: 'c', byName: 'C' };
      if (fact.kind === 'rename')
        return event('person.renamed', sseq, { userId: fact.userId, name: 'Deleted account', newest: null });
      if (fact.kind === 'name') return named(sseq, fact.userId);
      if (fact.kind === 'share') {
        const colleagues = fact.userIds.map((userId) => ({ userId, userName: `${userId} ${sseq}` }));
        return event('order.shared', sseq, { orderId: 'o', by: 'c', at, colleagues });
      }
      if (fact.kind === 'patch') {
        const changes = fact.changes.map((change) => ({ ...change, ver: `v${sseq}` }));
        return event('order.patched', sseq, { orderId: 'o', by: fact.by, at, changes });
      }
      if (fact.kind === 'conflict') {
        const conflicts = [{ path: fact.path, mine: fact.mine, theirs: 0, by: 'c' }];
        return event('order.field_conflict', sseq, { orderId: 'o', at, conflicts });
      }
      if (fact.kind === 'parcel') {
        const entry = { parcelId: 'p', step: fact.step, by: 'c', byName: 'C', at };
        return event('parcel.changed', sseq, { orderId: 'o', entry });
      }
      if (fact.kind === 'shipment') {
        const report = { state: fact.state, at, carrier: 'ups', tracking: '1' };
        return event('shipment.reported', sseq, { orderId: 'o', at, report });
      }
      if (fact.kind === 'cells') {
        const change = { ranges: [[1, sseq]] as [number, number][], state: fact.state, reason: null, ...by, at };
        return event('cells.changed', sseq, { orderId: 'o', change });
      }
      if (fact.kind === 'report') {
        const file = fact.isPublished ? { name: 'r.pdf', size: 1, mime: 'application/pdf', sha256: 'f' } : null;
        const report = { id: fact.id, name: 'R', test: null, ranges: [], note: '', file, reason: null, ...by, at };
        return event(fact.isPublished ? 'report.published' : 'report.withdrawn', sseq, { orderId: 'o', report });
      }
      const entry = { from: null, to: fact.to, event: 'E', by: 'c', byName: 'C', at, reason: null };
      return event('order.status_changed', sseq, { orderId: 'o', entry });
    }),
  );

/** The same events in another order, some of them twice. */
function disturbed(events: fc.Arbitrary<Event[]>): fc.Arbitrary<[Event[], Event[]]> {
  return events.chain((list) =>
    fc
      .tuple(fc.shuffledSubarray(list, { minLength: list.length }), fc.shuffledSubarray(list))
      .map(([all, again]): [Event[], Event[]] => [list, [...all, ...again]]),
  );
}

function roomAfter(events: Event[]): Room | undefined {
  return roomAfterIn(orderRoom, events);
}

function roomAfterIn(before: Room, events: Event[]): Room | undefined {
  return events.reduce((room: Room | undefined, each) => foldRoom(room, each), before);
}

function orderAfter(events: Event[]): Order | undefined {
  return events.reduce((order: Order | undefined, each) => foldOrder(order, each), emptyOrder);
}

test('a thousand changes of an order are written into one copy of its document, and give the order that copies give', () => {
  const changes = Array.from({ length: 1_000 }, (_, i) => ({ path: `field${i % 400}`, value: i, ver: `v${i}` }));
  const order = structuredClone(emptyOrder);
  const events = [
    event('order.created', 1, { order }),
    ...changes.map((change, i) =>
      event('order.patched', i + 2, { orderId: 'o', by: i % 3 === 0 ? 'd' : 'c', at: time(i), changes: [change] }),
    ),
  ];
  const copied = events.reduce<Order | undefined>(foldOrder, undefined);
  const folded = [...foldHistory(events)];
  expect(folded.map(([each]) => each)).toEqual(events);
  // The document as it was created, and the copy.
  expect(new Set(folded.map(([, { doc }]) => doc)).size).toBe(2);
  expect(folded.at(-1)?.[1]).toEqual(copied);
});

function rated(sseq: number, rating: 1 | -1): Event<'feedback.given'> {
  return event('feedback.given', sseq, { roomId: 'r', answerId: 'm2', by: 'c', rating, comment: null });
}

test('41 a room is the same however its events come', () => {
  fc.assert(
    fc.property(disturbed(roomEvents), ([events, other]) => {
      expect(roomAfter(other)).toEqual(roomAfter(events));
    }),
  );
});

test('a page of events makes the same room as its events one by one, in any order', () => {
  fc.assert(
    fc.property(disturbed(roomEvents), ([events, other]) => {
      expect(foldRoomAll(orderRoom, events)).toEqual(roomAfter(events));
      expect(foldRoomAll(orderRoom, other)).toEqual(roomAfter(other));
    }),
  );
  const opening = event('room.opened', 1, { room: emptyRoom });
  const first = event('message.sent', 2, { message: message(2) });
  expect(foldRoomAll(undefined, [opening, first])).toEqual(foldRoom(foldRoom(undefined, opening), first));
  expect(foldRoomAll(undefined, [first])).toBeUndefined();
});

test('of more unread messages than are kept, a page keeps the newest', () => {
  const many = Array.from({ length: mostUnreadCounted + 5 }, (_, i) =>
    event('message.sent', i + 2, { message: message(i + 2) }),
  );
  const room = foldRoomAll(emptyRoom, many);
  expect(room).toEqual(roomAfterIn(emptyRoom, many));
  expect(room?.unread.user).toHaveLength(mostUnreadCounted);
});

test('41 an order is the same however its events come', () => {
  fc.assert(
    fc.property(disturbed(orderEvents), ([events, other]) => {
      expect(orderAfter(other)).toEqual(orderAfter(events));
    }),
    { numRuns: 500 },
  );
});

test('a room and an order show the replacement name of a deleted user, also when older events arrive late', () => {
  const [early, late] = [message(2), message(3)];
  const facts = [
    event('message.sent', 2, { message: early }),
    event('message.sent', 3, { message: late }),
    renamed(4, 3),
  ];
  for (const events of [facts, facts.toReversed()]) {
    expect(roomAfter(events)?.last).toMatchObject({ sseq: 3, authorName: 'Deleted account' });
  }
  const left = event('person.renamed', 2, { userId: 'c', name: 'Deleted account', newest: null });
  expect(roomAfter([left])?.customerName).toBe('Deleted account');
  const entry = { from: null, to: 'submitted' as const, event: 'E', by: 'c', byName: 'C', at: time(3), reason: null };
  const placed = event('order.status_changed', 3, { orderId: 'o', entry });
  for (const events of [
    [left, placed],
    [placed, left],
  ]) {
    expect(orderAfter(events)).toMatchObject({
      ownerName: 'Deleted account',
      history: [{ byName: 'Deleted account' }],
    });
  }
});

test('a room and an order show the newest name of a user, while their messages and history keep the one of their time', () => {
  const facts = [message(2, 'USER'), { by: 'c', byName: 'C' }] as const;
  const sent = event('message.sent', 2, { message: { ...facts[0], author: { id: 'c', name: 'C', kind: 'user' } } });
  const taken = event('room.assigned', 3, { roomId: 'r', by: 'x', assigneeId: 'x', assigneeName: 'X' });
  const events = [sent, taken, named(4, 'x'), named(5, 'c'), named(6, 'c')];
  for (const each of [events, events.toReversed()]) {
    expect(roomAfter(each)).toMatchObject({
      customerName: 'c at 6',
      assigned: { name: 'x at 4' },
      last: { authorName: 'C' },
    });
  }
  const entry = { from: null, to: 'submitted' as const, event: 'E', ...facts[1], at: time(3), reason: null };
  const placed = event('order.status_changed', 3, { orderId: 'o', entry });
  expect(orderAfter([named(2, 'c'), placed])).toMatchObject({ ownerName: 'c at 2', history: [{ byName: 'C' }] });
});

test('of a deleted account, no name that it had is left in a room or an order', () => {
  const left = event('person.renamed', 3, { userId: 'c', name: 'Deleted account', newest: null });
  for (const events of [
    [named(2, 'c'), left],
    [left, named(2, 'c')],
  ]) {
    expect(JSON.stringify([roomAfter(events), orderAfter(events)])).not.toContain('c at 2');
    expect(roomAfter(events)?.customerName).toBe('Deleted account');
    expect(orderAfter(events)?.ownerName).toBe('Deleted account');
  }
});

test('a colleague who gives themselves the name of deleted accounts edits on', () => {
  const colleagues = [{ userId: 'x', userName: 'X' }];
  const shared = event('order.shared', 2, { orderId: 'o', by: 'c', at: time(2), colleagues });
  const taken = event('name.changed', 3, { userId: 'x', userName: 'Deleted account' });
  expect(orderAfter([shared, taken])?.colleagues).toMatchObject([{ userId: 'x', edits: true }]);
});

test('41 the newest feedback stays, whichever comes last', () => {
  const answer = message(2);
  const [first, second] = [rated(3, 1), rated(4, -1)];
  expect(foldFeedback(foldFeedback(answer, second), first)).toEqual(foldFeedback(foldFeedback(answer, first), second));
});

test('41 what was taken away stays away, whichever comes last, and feedback on it stays too', () => {
  const said = message(2);
  const taken = event('message.redacted', 4, { message: redacted(said), by: 'x', at: time(4) });
  const after = foldFeedback(foldRedaction(said, taken), rated(3, 1));
  expect(foldRedaction(foldFeedback(said, rated(3, 1)), taken)).toEqual(after);
  expect(after).toMatchObject({ content: '', redacted: true, feedback: { rating: 1 } });
  expect(foldRedaction(undefined, taken)).toEqual(redacted(said));
});

test('what files claim goes with their message, whichever comes first, and is kept in rooms of orders only', () => {
  const found = event('claims.found', 3, { roomId: 'r', messageId: 'm2', files: [read] });
  const taken = event('message.redacted', 4, { message: redacted(message(2)), by: 'x', at: time(4) });
  expect(filesRead(roomAfter([found, found]))).toEqual([read]);
  expect(filesRead(roomAfter([found, taken]))).toEqual([]);
  expect(filesRead(roomAfter([taken, found]))).toEqual([]);
  expect(foldRoom(emptyRoom, found)?.fileClaims).toBeUndefined();
});

test('a conversation is deleted until it is restored, or until something is said in it', () => {
  const opened = foldRoom(undefined, event('room.opened', 1, { room: emptyRoom })) as Room;
  const gone = foldRoom(opened, event('room.deleted', 3, { roomId: 'r' })) as Room;
  expect([isDeleted(opened), isDeleted(gone)]).toEqual([false, true]);
  expect(isDeleted(foldRoom(gone, event('room.restored', 4, { roomId: 'r' })) as Room)).toBe(false);
  // Said before the deletion, though it arrives later.
  expect(isDeleted(foldRoom(gone, event('message.sent', 2, { message: message(2, 'USER') })) as Room)).toBe(true);
  expect(isDeleted(foldRoom(gone, event('message.sent', 4, { message: message(4, 'USER') })) as Room)).toBe(false);
});

test('opening a room again changes nothing, and an unknown event only the position', () => {
  const opened = event('room.opened', 1, { room: emptyRoom });
  const sent = foldRoom(emptyRoom, event('read.marked', 4, { roomId: 'r', side: 'user', upTo: 3, by: 'x' }));
  expect(foldRoom(sent, opened)).toEqual(sent);
  const unknown: Event = JSON.parse(JSON.stringify({ ...opened, type: 'room.painted', sseq: 9 }));
  expect(foldRoom(sent, unknown)).toEqual({ ...sent, sseq: 9 });
  expect(is(unknown, 'room.opened')).toBe(false);
});
