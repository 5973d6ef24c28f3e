import { expect, test } from 'vitest';
import { takeInvitation } from '../../../src/routing/invitation-link.ts';

const taken = (address: string) => {
  const replaced: string[] = [];
  const invited = takeInvitation(address, (clean) => replaced.push(clean));
  return { invited, replaced };
};

test('the link of an invitation fills the sign-in, and leaves the address bar', () => {
  const link = 'https://vfp.test/login?lng=ko#email=nia%2Blab%40helios.test&invitation=abcd-efgh-jkmn-pqrs';
  expect(taken(link)).toEqual({
    invited: { email: 'nia+lab@helios.test', password: 'abcd-efgh-jkmn-pqrs' },
    replaced: ['/login?lng=ko'],
  });
});

test('other pages and other fragments are left alone', () => {
  for (const address of ['/login', '/login#top', '/login#email=a%40b.test', '/pricing#email=a%40b.test&invitation=x'])
    expect(taken(`https://vfp.test${address}`)).toEqual({ invited: undefined, replaced: [] });
});
