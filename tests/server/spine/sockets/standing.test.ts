import { expect, test } from 'vitest';
import type { Cursor } from '#domain/spine/wire/sync.ts';
import type { User } from '#domain/account/users.ts';
import { nowhere } from '../../../../server/ground/hint.ts';
import {
  Standing,
  standingAgainMs,
  standingLagMs,
  standingPerStatement,
  standingStatements,
} from '../../../../server/spine/sockets/standing.ts';
import type { Asker } from '../../../../server/spine/log/pages.ts';
import type { Page } from '../../../../server/spine/log/pull.ts';

/** What the server sends to devices that stand at the end of the log. */

type Socket = { name: string; isSlow?: boolean };

const user = { id: 'u' } as User;
const at = (xid: number, seq = 0): Cursor => ({ epoch: 'e', xid: String(xid), seq });
const pageTo = (next: Cursor, events = ''): Page => ({ events, next, more: false, standing: 'rights' });

/** A server whose statements are answered by hand, and whose time passes by hand. */
function serverWithSockets() {
  const sent: string[] = [];
  const asked: { askers: readonly Asker[]; answer: (...pages: (Page | undefined)[]) => Promise<void> }[] = [];
  const timers: { ms: number; run: () => void }[] = [];
  const standing = new Standing<Socket>({
    read: (askers) =>
      new Promise((resolve) => {
        const answer = async (...pages: (Page | undefined)[]) => {
          resolve(pages);
          await turn();
        };
        asked.push({ askers, answer });
      }),
    send: (sockets, from, { events, next }) =>
      sent.push(`page ${from.xid}-${next.xid} [${events}] to ${sockets.map(({ name }) => name).join()}`),
    hint: ({ name }, pos) => sent.push(`hint ${pos.xid} to ${name}`),
    isSlow: ({ isSlow }) => isSlow === true,
    later: (ms, run) => timers.push({ ms, run }),
  });
  const stand = async (socket: Socket, cursor: Cursor) => {
    standing.stand(socket, user, cursor, nowhere);
    await turn();
  };
  const hinted = async (...sockets: [Cursor, ...Socket[]]) => {
    const [pos, ...receivers] = sockets;
    const taken = receivers.map((socket) => standing.hinted(socket, pos));
    await turn();
    return taken;
  };
  /** Stands, and has been looked for what was committed before. */
  const settled = async (name: string, cursor = at(5)): Promise<Socket> => {
    const socket = { name };
    await stand(socket, cursor);
    await asked.shift()?.answer(pageTo(cursor));
    return socket;
  };
  return { standing, sent, asked, timers, stand, hinted, settled };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('a device that stands is sent the page of a commit, and the next one once it stands again', async () => {
  const { asked, sent, hinted, stand, settled } = serverWithSockets();
  const phone = await settled('phone');
  expect(await hinted(at(7, 1), phone)).toEqual([true]);
  await asked.shift()?.answer(pageTo(at(8), 'a'));
  expect(sent).toEqual(['page 5-8 [a] to phone']);

  await hinted(at(9, 1), phone);
  expect(asked).toEqual([]);
  await stand(phone, at(8));
  await asked.shift()?.answer(pageTo(at(10), 'b'));
  expect(sent.at(-1)).toBe('page 8-10 [b] to phone');
});

test('a device that stands where its last page ended costs no look', async () => {
  const { asked, hinted, stand, settled } = serverWithSockets();
  const phone = await settled('phone');
  await hinted(at(7, 1), phone);
  await asked.shift()?.answer(pageTo(at(8), 'a'));
  await stand(phone, at(8));
  expect(asked).toEqual([]);
});

test('what was committed between the pull and the stand is found when it stands', async () => {
  const { asked, sent, stand } = serverWithSockets();
  await stand({ name: 'phone' }, at(5));
  await asked.shift()?.answer(pageTo(at(6), 'a'));
  expect(sent).toEqual(['page 5-6 [a] to phone']);
});

test('a commit that an older transaction hides is looked for again, at growing intervals', async () => {
  const { asked, sent, timers, hinted, settled } = serverWithSockets();
  const phone = await settled('phone');
  await hinted(at(9, 1), phone);
  for (const pause of [1, 2, 4]) {
    await asked.shift()?.answer(pageTo(at(7)));
    const timer = timers.shift();
    expect(timer?.ms).toBe(pause * standingLagMs);
    timer?.run();
    await turn();
  }
  await asked.shift()?.answer(pageTo(at(10), 'a'));
  expect(sent).toEqual(['page 5-10 [a] to phone']);
  expect(timers).toEqual([]);
});

test('devices at the same position that may see the same are read in one statement, and sent one text', async () => {
  const { asked, sent, hinted, settled } = serverWithSockets();
  const sockets = [await settled('a'), await settled('b'), await settled('c')];
  await hinted(at(7, 1), ...sockets);
  expect(asked).toHaveLength(1);
  await asked.shift()?.answer(pageTo(at(8), 'x'), pageTo(at(8), 'x'), pageTo(at(8), 'y'));
  expect(sent).toEqual(['page 5-8 [x] to a,b', 'page 5-8 [y] to c']);
});

test('a statement reads for a limited number of devices, and a limited number of statements run at once', async () => {
  const { asked, hinted, settled } = serverWithSockets();
  const [each, atOnce] = [standingPerStatement, standingStatements];
  const sockets: Socket[] = [];
  for (let i = 0; i < each * atOnce + 1; i++) sockets.push(await settled(String(i)));
  await hinted(at(7, 1), ...sockets);
  expect(asked.map(({ askers }) => askers.length)).toEqual([each, each]);
  await asked.shift()?.answer(...Array.from({ length: each }, () => pageTo(at(8), 'x')));
  expect(asked.map(({ askers }) => askers.length)).toEqual([each, 1]);
});

test.each([
  ['there is more than a page holds', { name: 'phone' }, undefined],
  ['the device reads too slowly', { name: 'phone', isSlow: true }, pageTo(at(8), 'a')],
])('when %s, it gets a hint, and every later commit is hinted too', async (_why, phone, page) => {
  const { asked, sent, hinted, stand } = serverWithSockets();
  await stand(phone, at(5));
  await hinted(at(7, 1), phone);
  await asked.shift()?.answer(page);
  expect(sent).toEqual(['hint 7 to phone']);
  expect(await hinted(at(9, 1), phone)).toEqual([false]);
});

test('when the database fails, every device that was read for pulls', async () => {
  const sent: string[] = [];
  const standing = new Standing<Socket>({
    read: () => Promise.reject(new Error('no connection')),
    send: () => sent.push('page'),
    hint: ({ name }) => sent.push(`hint to ${name}`),
    isSlow: () => false,
    later: () => undefined,
  });
  standing.stand({ name: 'phone' }, user, at(5), nowhere);
  await turn();
  expect(sent).toEqual(['hint to phone']);
});

test('a device that does not stand again after its page, because it is busy, is hinted after a second', async () => {
  const { asked, sent, timers, hinted, settled } = serverWithSockets();
  const phone = await settled('phone');
  await hinted(at(7, 1), phone);
  await asked.shift()?.answer(pageTo(at(8), 'a'));
  expect(timers).toEqual([]);
  await hinted(at(9, 1), phone);
  await hinted(at(11, 1), phone);
  expect(timers.map(({ ms }) => ms)).toEqual([standingAgainMs]);
  timers.shift()?.run();
  expect(sent.at(-1)).toBe('hint 11 to phone');
  expect(await hinted(at(12, 1), phone)).toEqual([false]);
});

test('a page that was read before the rights changed is not sent', async () => {
  const { standing, asked, sent, hinted, settled } = serverWithSockets();
  const phone = await settled('phone');
  await hinted(at(7, 1), phone);
  standing.end(phone);
  await asked.shift()?.answer(pageTo(at(8), 'a'));
  expect(sent).toEqual([]);
  expect(await hinted(at(9, 1), phone)).toEqual([false]);
});
