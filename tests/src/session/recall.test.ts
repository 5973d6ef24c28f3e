import { expect, test, vi } from 'vitest';
import type { Me } from '../../../domain/account/users.ts';
import { Refused, SignedOut, Unreachable } from '../../../src/net/errors.ts';
import { recall, type RecallPorts } from '../../../src/session/recall.ts';
import { takeToken } from '../../../src/routing/link-token.ts';
import { testUser } from '../../support/src/user.ts';

const mara = testUser({ display_name: 'Mara' });
const jun = testUser({ display_name: 'Jun' });

/** A device that has stored these values, and a server that replies to each token with `answers`. */
function deviceWith(
  stored: { token?: string; me?: Me },
  answers: Record<string, () => Promise<Me>> = {},
): RecallPorts & { kept: string[] } {
  const kept: string[] = [];
  return {
    kept,
    token: () => stored.token,
    me: () => stored.me,
    whoIs: (token) => (answers[token] ?? (() => Promise.reject(new SignedOut())))(),
    // The new token of `link` is `fresh`, and `link` is worth nothing once it is used.
    exchange: async (token) => {
      const whose = answers[token];
      if (whose === undefined) throw new SignedOut();
      await whose();
      answers['fresh'] = whose;
      delete answers[token];
      return 'fresh';
    },
    keep: ({ token }) => kept.push(`kept ${token}`),
    keepFromLink: ({ token }) => kept.push(`kept from link ${token}`),
    forget: () => kept.push('forgotten'),
    refresh: (token) => kept.push(`asked about ${token}`),
  };
}

const is = (me: Me) => () => Promise.resolve(me);
const unreachable = () => Promise.reject(new Unreachable('no network'));

test('a remembered session opens at once, and the server is asked meanwhile', async () => {
  const device = deviceWith({ token: 'a', me: mara });
  expect(await recall(device, undefined)).toEqual({ session: { me: mara, token: 'a' } });
  expect(device.kept).toEqual(['asked about a']);
});

test.each([
  ['the server does not know it', () => Promise.reject(new SignedOut())],
  ['the server forbids it', () => Promise.reject(new Refused(403, 'FORBIDDEN', 'no'))],
])('a remembered token of nobody is removed and said when %s', async (_, answer) => {
  const device = deviceWith({ token: 'a' }, { a: answer });
  expect(await recall(device, undefined)).toEqual({ session: null, notice: 'startRefused' });
  expect(device.kept).toEqual(['forgotten']);
});

test.each([
  ['no network', unreachable],
  ['a server that restarts', () => Promise.reject(new Unreachable('busy', { status: 503 }))],
])('%s removes no token and says nothing', async (_, answer) => {
  const device = deviceWith({ token: 'a' }, { a: answer });
  expect(await recall(device, undefined)).toEqual({ session: null });
  expect(device.kept).toEqual([]);
});

test('a link signs no guest in: its session is offered, with another token than the one in the address', async () => {
  const device = deviceWith({}, { link: is(jun) });
  expect(await recall(device, 'link')).toEqual({ session: null, offer: { me: jun, token: 'fresh' } });
  expect(device.kept).toEqual([]);
});

test('a link of the same user replaces their older session', async () => {
  const device = deviceWith({ token: 'a', me: mara }, { link: is(mara) });
  expect(await recall(device, 'link')).toEqual({ session: { me: mara, token: 'fresh' } });
  expect(device.kept).toEqual(['kept from link fresh']);
});

test('a link of another user changes nothing and is offered', async () => {
  const device = deviceWith({ token: 'a', me: mara }, { link: is(jun) });
  expect(await recall(device, 'link')).toEqual({
    session: { me: mara, token: 'a' },
    offer: { me: jun, token: 'fresh' },
  });
  expect(device.kept).toEqual(['asked about a']);
});

test('a link is offered also where a token is remembered but not whose it is', async () => {
  const device = deviceWith({ token: 'a' }, { link: is(jun), a: is(mara) });
  expect(await recall(device, 'link')).toMatchObject({ session: { me: mara, token: 'a' }, offer: { token: 'fresh' } });
  expect(device.kept).toEqual(['kept a']);
});

test('a link is offered when the stored token is no longer valid', async () => {
  const device = deviceWith({ token: 'a' }, { link: is(jun) });
  expect(await recall(device, 'link')).toEqual({ session: null, offer: { me: jun, token: 'fresh' } });
  expect(device.kept).toEqual(['forgotten']);
});

test('an invalid link is reported, and the existing session stays', async () => {
  const device = deviceWith({ token: 'a', me: mara });
  expect(await recall(device, 'planted')).toEqual({ session: { me: mara, token: 'a' }, notice: 'startRefused' });
  expect(device.kept).toEqual(['asked about a']);
  const guest = deviceWith({});
  expect(await recall(guest, 'planted')).toEqual({ session: null, notice: 'startRefused' });
  expect(guest.kept).toEqual([]);
});

test('offline a link is not accepted, and that is reported', async () => {
  const device = deviceWith({}, { link: unreachable });
  expect(await recall(device, 'link')).toEqual({ session: null, notice: 'linkUnchecked' });
  expect(device.kept).toEqual([]);
});

test.each([
  ['https://vfp.test/chat/general?token=secret', 'secret', '/chat/general'],
  ['https://vfp.test/?lng=ko&token=secret#top', 'secret', '/?lng=ko#top'],
  ['https://vfp.test/chat/general?token=&c=new', undefined, '/chat/general?c=new'],
  ['https://vfp.test/deactivate-expert-notification?token=other', undefined, null],
  ['https://vfp.test/chat/general?c=new', undefined, null],
])('%s: the token is taken out at once where it counts', (address, token, clean) => {
  const replace = vi.fn<(address: string) => void>();
  expect(takeToken(address, replace)).toBe(token);
  expect(replace.mock.calls).toEqual(clean === null ? [] : [[clean]]);
});
