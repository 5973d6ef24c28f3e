import { expect, test } from 'vitest';
import { languages } from '#domain/ground/languages.ts';
import { layOut } from '../../../server/mail/layout.ts';
import { emailOf, type EmailName } from '../../../server/mail/email-templates.ts';
import { routeAt } from '../../../src/routing/resolve-route.ts';
import en from '../../../server/mail/texts/en.json' with { type: 'json' };
import ko from '../../../server/mail/texts/ko.json' with { type: 'json' };

const names = Object.keys(en) as EmailName[];
const facts = { product: 'VFP', publicUrl: 'https://vfp.test', name: '민서', code: '123456', minutes: 10 };

test.each(names)('the button of %s opens a page of the app', (name) => {
  const { button } = emailOf(name, 'en', { ...facts, orderId: '7' });
  expect(routeAt(new URL(button?.url ?? '').pathname)).toMatchObject({ page: expect.not.stringMatching(/\*$/) });
});

const placeholdersIn = (texts: object) =>
  [...JSON.stringify(texts).matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);

test('no e-mail repeats the content of a message', () => {
  expect(placeholdersIn(en).length).toBeGreaterThan(0);
  expect(placeholdersIn(en).filter((name) => /message|content|text|question|answer|comment/i.test(name))).toEqual([]);
});

test.each(names)('%s contains the same facts in every language', (name) => {
  expect(Object.keys(ko)).toEqual(names);
  expect(new Set(placeholdersIn(ko[name]))).toEqual(new Set(placeholdersIn(en[name])));
  expect(ko[name].paragraphs).toHaveLength(en[name].paragraphs.length);
  expect(JSON.stringify(ko[name].paragraphs)).toMatch(/[가-힣]/);
});

test.each(languages.map(({ code }) => code))('an e-mail in %s declares its language for screen readers', (code) => {
  const mail = layOut('minseo@lab.test', 'VFP', emailOf('verify', code, facts));
  expect(mail.html).toContain(`<html lang="${code}">`);
  expect(mail.text).toContain('    123456\n');
});

test.each([
  ['Call 1-800-555-0199', 'Call …'],
  ['０１０１２３４５６７８', '…'],
  ['http://203.0.113.7', 'http: //…'],
  ['Room 2026', 'Room 2026'],
])('the name of a company is no link and no number to call: %s', (company, shown) => {
  const { paragraphs } = emailOf('invited', 'en', { ...facts, inviter: 'Mina', company });
  expect(paragraphs[0]).toContain(`work with ${shown} on VFP`);
});

test('users whose language has no e-mail texts get them in English', () => {
  expect(emailOf('verify', 'de', facts)).toEqual(emailOf('verify', 'en', facts));
});

const reasonIn = (reason: string): readonly string[] =>
  emailOf('orderStep', 'en', { ...facts, reason, number: 'PO-1' }).paragraphs;

test('the reason of an expert keeps its figures as they were written', () => {
  const reason = 'Cannot coat 5.99 mAh/cm2. Window 2.5-4.2 V, e.g. 1.25 g/cm3 at 12:30; see datasheet rev.2, 2 @ 25 °C';
  expect(reasonIn(reason)).toContain(reason);
});

test.each([
  ['see evil.com now', 'see evil. com now'],
  ['https://evil.com', 'https: //evil. com'],
  ['write to a@b.kr', 'write to a@ b. kr'],
  ['www.배터리.한국', 'www. 배터리. 한국'],
  ['evil.xn--p1ai', 'evil. xn--p1ai'],
  ['evil.c\u200dom', 'evil. c\u200dom'],
  ['evil\u2024com', 'evil\u2024 com'],
  ['call +82 10-1234-5678 now', 'call … now'],
  ['call 010.1234.5678', 'call …'],
  ['open 203.0.113.7 please', 'open 203. 0. 113. 7 please'],
  ['order 2026-11-28, 2000000 cycles, PO-2026-000123', 'order 2026-11-28, 2000000 cycles, PO-2026-000123'],
])('an address in a reason is no link: %s', (reason, shown) => {
  expect(reasonIn(reason)).toContain(shown);
});
