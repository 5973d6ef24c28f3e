import { expect, test } from 'vitest';
import { readLaboratory, readSeller } from '../../../server/ground/seller.ts';

const set = { INVOICE_SELLER: 'VFP GmbH|Zellstraße 1|10115 Berlin', INVOICE_IBAN: 'de89 3704 0044 0532 0130 00' };
const read = (env: Record<string, string>, isTaxed = false) => readSeller(env, { demo: false, isTaxed, dueDays: 30 });

test('a seller with an address and a bank account is complete, and names its account in full', () => {
  expect(read({ ...set, INVOICE_BIC: 'cobadeffxxx', INVOICE_BANK: 'Our Bank' })).toEqual({
    missing: [],
    timeZone: 'UTC',
    seller: {
      lines: ['VFP GmbH', 'Zellstraße 1', '10115 Berlin'],
      bank: ['VFP GmbH', 'IBAN DE89 3704 0044 0532 0130 00', 'BIC COBADEFFXXX', 'Our Bank'],
      account: { holder: 'VFP GmbH', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
      timeZone: 'UTC',
      dueDays: 30,
    },
  });
});

test('an account without an IBAN is given as lines', () => {
  const { INVOICE_SELLER } = set;
  const { seller, missing } = read({ INVOICE_SELLER, INVOICE_BANK: 'Hana Bank|123-456789-01-011' });
  expect([seller?.bank, seller?.account, missing]).toEqual([['Hana Bank', '123-456789-01-011'], undefined, []]);
});

test.each([
  [{}, ['INVOICE_SELLER', 'INVOICE_IBAN']],
  [{ INVOICE_SELLER: 'VFP GmbH' }, ['INVOICE_SELLER', 'INVOICE_IBAN']],
  [{ INVOICE_SELLER: set.INVOICE_SELLER }, ['INVOICE_IBAN']],
  [{ INVOICE_IBAN: set.INVOICE_IBAN }, ['INVOICE_SELLER']],
])('of the settings %j it is said what is missing', (env, missing) => {
  expect(read(env)).toEqual({ seller: undefined, missing, timeZone: 'UTC' });
});

test('a seller who adds no tax may say why, and one who adds tax says nothing of it', () => {
  const because = { ...set, INVOICE_TAX_ID: 'DE123456789', INVOICE_NO_TAX_REASON: 'Reverse charge' };
  expect(read(because)).toMatchObject({ noTaxReason: 'Reverse charge', seller: { noTaxReason: 'Reverse charge' } });
  expect(read({ INVOICE_NO_TAX_REASON: 'Reverse charge' })).toMatchObject({ noTaxReason: 'Reverse charge' });
  expect(read(because, true).seller).not.toHaveProperty('noTaxReason');
});

test('who adds tax must state a tax number', () => {
  expect(read(set, true).missing).toEqual(['INVOICE_TAX_ID']);
  expect(read({ ...set, INVOICE_TAX_ID: 'DE123456789' }, true).seller?.lines.at(-1)).toBe('DE123456789');
});

test.each([
  ['INVOICE_IBAN', 'DE00 1234', 'INVOICE_IBAN is not an IBAN'],
  ['INVOICE_IBAN', 'DE89370400440532013001', 'its check digits do not fit'],
  ['INVOICE_BIC', 'COBA', 'INVOICE_BIC must have 8 or 11 letters and digits'],
  ['INVOICE_TIME_ZONE', 'Europe/Bärlin', 'INVOICE_TIME_ZONE must be the name of a time zone'],
])('the setting %s=%s is refused with a message that says what is accepted', (name, value, message) => {
  expect(() => read({ ...set, [name]: value })).toThrow(message);
});

test('the demo has a seller and an account', () => {
  expect(readSeller({}, { demo: true, isTaxed: true, dueDays: 14 }).missing).toEqual([]);
});

test('parcels are sent to the address that the operator sets; the demo has one, others have none before', () => {
  const address = { LAB_ADDRESS: 'VFP Lab|Gate 3| |10115 Berlin' };
  expect(readLaboratory(address, { demo: false })).toBe('VFP Lab\nGate 3\n10115 Berlin');
  expect(readLaboratory({}, { demo: true })).toContain('Zellstraße 1');
  expect(readLaboratory({ LAB_ADDRESS: ' ' }, { demo: false })).toBeUndefined();
});
