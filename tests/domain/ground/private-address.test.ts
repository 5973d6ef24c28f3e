import { expect, test } from 'vitest';
import { isPrivateAddress } from '#domain/ground/private-address.ts';

test.each([
  'http://127.0.0.1',
  'http://127.8.9.10:8080/path',
  'http://10.1.2.3',
  'http://172.31.0.1',
  'http://192.168.0.1',
  'http://100.64.0.1',
  'http://169.254.169.254/latest/meta-data',
  'http://0.0.0.0',
  'http://2130706433',
  'http://0x7f000001',
  'http://0x7f.1',
  'http://0177.0.0.1',
  'http://127.1',
  'http://１２７.0.0.1',
  'http://user@127.0.0.1',
  'http://127.0.0.1.',
  'http://localhost:3000',
  'http://LOCALHOST.',
  'http://files.localhost',
  'http://printer.local',
  'http://metadata.google.internal',
  'http://[::1]',
  'http://[::]',
  'http://[::ffff:127.0.0.1]',
  'http://[::ffff:a9fe:a9fe]',
  'http://[64:ff9b::10.0.0.1]',
  'http://[2002:7f00:1::]',
  'http://[fe80::1]',
  'http://[fd00::1]',
  'http://999.1.1.1',
])('%s is in no public network', (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

test.each([
  'https://example.com',
  'https://example.com/127.0.0.1?host=localhost',
  'https://localhost.example.com',
  'https://8.8.8.8',
  'https://172.32.0.1',
  'https://11.0.0.1',
  'https://[2606:4700::1111]',
  'https://한국.example/배터리',
])('%s is public', (address) => {
  expect(isPrivateAddress(address)).toBe(false);
});
