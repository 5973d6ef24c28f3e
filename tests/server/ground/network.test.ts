import { expect, test } from 'vitest';
import { networkOf } from '../../../server/ground/network.ts';

test.each([
  ['10.1.2.3', '10.1.2', '10.1.2.3'],
  ['::ffff:10.1.2.3', '10.1.2', '10.1.2.3'],
  ['2001:db8::1', '2001:db8:0:0', '2001:db8:0:0'],
  ['2001:DB8::ffff:1', '2001:db8:0:0', '2001:db8:0:0'],
  ['2001:0db8:0000:0000:1:2:3:4', '2001:db8:0:0', '2001:db8:0:0'],
  ['2001:db8:a:b::7', '2001:db8:a:b', '2001:db8:a:b'],
  ['fe80::1%eth0', 'fe80:0:0:0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0', '0:0:0:0'],
  ['', '', ''],
])('%s belongs to the network %s, or to %s where each IPv4 address is counted by itself', (address, wide, narrow) => {
  expect([networkOf(address, 24), networkOf(address, 32)]).toEqual([wide, narrow]);
});
