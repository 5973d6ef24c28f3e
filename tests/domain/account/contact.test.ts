import { expect, test } from 'vitest';
import { isEmail, mailboxOf, nameOfAddress, normalEmail, phoneFrom, spellingsOf } from '#domain/account/contact.ts';

test.each([
  ['+82 (10) 1234-5678', '+821012345678'],
  ['０１０-１２３４-５６７８', '01012345678'],
  ['＋８２ １０ １２３４ ５６７８', '+821012345678'],
  ['010.1234.5678', '01012345678'],
  ['030/1234567', '0301234567'],
  ['010–1234–5678', '01012345678'],
  ['\u202a010 1234 5678\u202c', '01012345678'],
  ['+49 (0)89 / 123 45-67', '+49891234567'],
  ['+44(0)20 7946 0958', '+442079460958'],
  ['0049 (0) 89 1234567', '0049891234567'],
  ['＋４９ （０）89 1234567', '+49891234567'],
  ['(0)89 1234567', '0891234567'],
  ['+39 (0)6 1234567', '+39061234567'],
  ['call me', undefined],
  ['12345', undefined],
  ['1234+5678', undefined],
])('the phone number %s is stored as %s', (typed, stored) => {
  expect(phoneFrom(typed)).toBe(stored);
});

test.each([
  ['  Tester@DEMO.vfp ', 'tester@demo.vfp'],
  ['ｔester@demo．vfp', 'tester@demo.vfp'],
  ['tester＠demo.vfp', 'tester@demo.vfp'],
  ['tester@bücher.example', 'tester@xn--bcher-kva.example'],
  ['tester@xn--bcher-kva.example', 'tester@xn--bcher-kva.example'],
  ['tester@한국.example', 'tester@xn--3e0b707e.example'],
  ['Müller+a@demo.vfp', 'müller+a@demo.vfp'],
])('%s is the address %s', (typed, normal) => {
  expect(normalEmail(typed)).toBe(normal);
  expect(normalEmail(normal)).toBe(normal);
  expect(isEmail(normal)).toBe(true);
});

test.each([
  'tester@demo.vfp,a.b',
  'tester@demo.vfp;c.d',
  'tester@demo.vfp, other@demo.vfp',
  'tester@demo.vfp>',
  '<tester@demo.vfp>',
  'Tester <tester@demo.vfp>',
  'tester@demo\u200b.vfp',
  'tes\u200bter@demo.vfp',
  'tes\u3164ter@demo.vfp',
  'tester\ufe0f@demo.vfp',
  'tester@demo.vfp\r\nBcc: all@demo.vfp',
  'tester@demo.vfp\0',
  'tester@demo.vfp.',
  'tester@.vfp',
  'tester@demo',
  'tester@127.0.0.1',
  'tester@[127.0.0.1]',
  'tester(x)@demo.vfp',
  '"tester"@demo.vfp',
  'te..ster@demo.vfp',
  '.tester@demo.vfp',
  'a@b@demo.vfp',
  'tester@demo_x.vfp',
  'tester@demo.vfp:25',
  'tester@demo.vfp/x',
  'tester@demo.vfp?x',
  '@demo.vfp',
  `${'x'.repeat(65)}@demo.vfp`,
])('%j is no address', (typed) => {
  expect(isEmail(normalEmail(typed))).toBe(false);
});

test('what follows a plus sign leads to the same mailbox, dots do not', () => {
  expect(mailboxOf('Victim+1@demo.vfp')).toBe('victim@demo.vfp');
  expect(mailboxOf('victim+a+b@demo.vfp')).toBe('victim@demo.vfp');
  expect(mailboxOf('+1@demo.vfp')).toBe('+1@demo.vfp');
  expect(mailboxOf('vic.tim@demo.vfp')).toBe('vic.tim@demo.vfp');
});

test('an account is looked for as it was typed first, then in the normal form', () => {
  expect(spellingsOf(' Tester@demo.vfp')).toEqual(['tester@demo.vfp']);
  expect(spellingsOf('ｔester@demo.vfp')).toEqual(['ｔester@demo.vfp', 'tester@demo.vfp']);
});

test.each([
  ['mina.park@lab.example', 'Mina Park'],
  ['mina.park+cells@lab.example', 'Mina Park'],
  ['jean-luc_o.neil@lab.example', 'Jean Luc O Neil'],
  ['k2@lab.example', 'K2'],
  ['박미나@lab.example', '박미나'],
  ['élodie@lab.example', 'Élodie'],
  ['1234@lab.example', '1234'],
  ['+@lab.example', '+'],
])('who gives only the address %s is called %s', (address, name) => {
  expect(nameOfAddress(address)).toBe(name);
});
