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

const maras = { me: mara, token: 'a' };
const fresh = (me: Me) => ({ me, token: 'fresh' });

test.each([
  [
    'signs no guest in: its session is offered, with another token than the one in the address',
    {},
    { link: is(jun) },
    { session: null, offer: fresh(jun) },
    [],
  ],
  [
    'of the same user replaces their older session',
    maras,
    { link: is(mara) },
    { session: fresh(mara) },
    ['kept from link fresh'],
  ],
  [
    'of another user changes nothing and is offered',
    maras,
    { link: is(jun) },
    { session: maras, offer: fresh(jun) },
    ['asked about a'],
  ],
  [
    'is offered also where a token is remembered but not whose it is',
    { token: 'a' },
    { link: is(jun), a: is(mara) },
    { session: maras, offer: fresh(jun) },
    ['kept a'],
  ],
  [
    'is offered when the stored token is no longer valid',
    { token: 'a' },
    { link: is(jun) },
    { session: null, offer: fresh(jun) },
    ['forgotten'],
  ],
  [
    'that is invalid is reported, and the session stays',
    maras,
    {},
    { session: maras, notice: 'startRefused' },
    ['asked about a'],
  ],
  ['that is invalid is reported to a guest', {}, {}, { session: null, notice: 'startRefused' }, []],
  [
    'is not accepted offline, and that is reported',
    {},
    { link: unreachable },
    { session: null, notice: 'linkUnchecked' },
    [],
  ],
])('a link %s', async (_, remembered, answers, opened, kept) => {
  const device = deviceWith(remembered, answers);
  expect(await recall(device, 'link')).toEqual(opened);
  expect(device.kept).toEqual(kept);
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
