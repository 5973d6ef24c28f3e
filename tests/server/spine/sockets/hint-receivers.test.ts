import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import type { WireEvent } from '#domain/spine/wire/sync.ts';
import type { User } from '#domain/account/users.ts';
import { HintReceivers, hintIntervalMs, hintsPerInterval } from '../../../../server/spine/sockets/hint-receivers.ts';
import type { Hint, HintedStream } from '../../../../server/ground/hint.ts';

/** Which user gets which hints after a commit. */

const user = (id: string, more: Partial<User> = {}): User => ({
  id,
  role: 'USER',
  status: 'ACTIVE',
  company_id: null,
  question_usage: 0,
  question_limit: 10,
  plan: null,
  subscription: null,
  ...more,
});
const expert = (id: string) => user(id, { role: 'EXPERT' });
const navigator: Partial<User> = {
  company_id: 102,
  plan: { name: 'navigator-premium' },
  subscription: { billing_type: 'fixed', status: 'active', current_period_end: null },
};

const room: HintedStream = { stream: 'room:1', members: ['customer'], staff: true, companyId: null };
const order: HintedStream = { stream: 'order:1', members: ['customer'], staff: false, companyId: 102 };

let seq = 0;
function hint(streams: HintedStream[], texts = ['hello']): Hint {
  const pos = { epoch: 'e', xid: '1', seq: ++seq };
  const events = streams.flatMap(({ stream }) =>
    texts.map((text): WireEvent => ({ pos, stream, sseq: seq, type: 'x', v: 1, data: { text }, cmdId: null })),
  );
  return { pos, streams, events };
}

function receiversWithPackets() {
  const packets: { sockets: string[]; seq: number; streams: string[] | undefined }[] = [];
  const receivers = new HintReceivers(
    (sockets, { pos, events }) => packets.push({ sockets, seq: pos.seq, streams: events?.map(({ stream }) => stream) }),
    { read: () => Promise.resolve([]), send: () => undefined, isSlow: () => false },
  );
  const join = (id: string, who: User) => {
    const socket = Object.assign(new EventEmitter(), { id });
    receivers.add(socket);
    receivers.setUser(socket, who);
    return socket;
  };
  return { packets, listeners: receivers, join };
}

test('a hint for many users is serialized once, and a user who can see it in two ways gets it once', () => {
  const { packets, listeners: receivers, join } = receiversWithPackets();
  join('a', expert('expert'));
  join('b', expert('another'));
  join('c', user('customer'));
  join('d', user('stranger'));
  receivers.send(hint([{ ...room, members: ['customer', 'expert'] }]));
  expect(packets).toMatchObject([{ streams: ['room:1'] }]);
  expect(packets[0]?.sockets.toSorted()).toEqual(['a', 'b', 'c']);
});

test('each user gets only the part of a hint that they may see', () => {
  const { packets, listeners: receivers, join } = receiversWithPackets();
  join('expert', expert('expert'));
  join('colleague', user('colleague', navigator));
  join('without the pass', user('colleague 2', { company_id: 102 }));
  join('customer', user('customer', navigator));
  receivers.send(hint([room, order]));
  expect(Object.fromEntries(packets.map(({ sockets, streams }) => [sockets.join(), streams]))).toEqual({
    expert: ['room:1'],
    colleague: ['order:1'],
    customer: ['room:1', 'order:1'],
  });
});

test('a user who has lost a right or left gets no more hints', () => {
  const { packets, listeners: receivers, join } = receiversWithPackets();
  const socket = join('a', user('colleague', navigator));
  receivers.setUser(socket, user('colleague'));
  receivers.send(hint([order]));
  expect(packets).toEqual([]);
  receivers.setUser(socket, user('colleague', navigator));
  receivers.send(hint([order]));
  expect(packets).toHaveLength(1);
  socket.emit('disconnect');
  receivers.send(hint([order]));
  expect(packets).toHaveLength(1);
});

test('more than five hints in an interval are merged; too many are reduced to the position', () => {
  vi.useFakeTimers();
  try {
    const { packets, listeners: receivers, join } = receiversWithPackets();
    join('a', user('customer'));
    const hints = Array.from({ length: hintsPerInterval + 2 }, () => hint([room]));
    for (const each of hints) receivers.send(each);
    expect(packets.map(({ seq: at }) => at)).toEqual(hints.slice(0, hintsPerInterval).map(({ pos }) => pos.seq));
    vi.advanceTimersByTime(hintIntervalMs);
    expect(packets.at(-1)).toMatchObject({ seq: hints.at(-1)?.pos.seq, streams: ['room:1', 'room:1'] });
    const large = Array.from({ length: hintsPerInterval + 3 }, () => hint([room], ['x'.repeat(5000)]));
    for (const each of large) receivers.send(each);
    vi.advanceTimersByTime(hintIntervalMs);
    expect(packets.at(-1)).toEqual({ sockets: ['a'], seq: large.at(-1)?.pos.seq, streams: undefined });
  } finally {
    vi.useRealTimers();
  }
});
