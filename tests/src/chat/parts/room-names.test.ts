import { createInstance } from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { roomMatches, roomSubtitle, roomTitle } from '../../../../src/chat/parts/room-names.ts';
import { roomOfMe, testUser } from '../../../support/src/user.ts';
import english from '../../../../public/locales/en/chat.json' with { type: 'json' };
import korean from '../../../../public/locales/ko/chat.json' with { type: 'json' };
import type { RoomView } from '../../../../src/chat/views/view-types.ts';

const texts = createInstance();
beforeAll(() => texts.init({ lng: 'en', resources: { en: { chat: english }, ko: { chat: korean } } }));

const me = testUser();
const view = (room: Partial<RoomView>): RoomView => ({
  ...roomOfMe(me),
  unreadCount: 0,
  waiting: 0,
  customerLeaves: false,
  pending: false,
  joins: false,
  ...room,
});

test('an unnamed room has a name in the language of the screen; a named one keeps it', () => {
  const t = texts.getFixedT('ko', 'chat');
  expect(roomTitle(t, view({ type: 5, name: 'Chat with an expert' }), me)).toBe('전문가와 채팅');
  expect(roomTitle(t, view({ type: 5, name: 'Glove box' }), me)).toBe('Glove box');
});

test('staff see the number of an order before the company, which may be cut', () => {
  const t = texts.getFixedT('en', 'chat');
  const about = { customerId: 'other', companyName: 'Volta', name: 'PO-2026-000123' };
  expect(roomSubtitle(t, view({ ...about, type: 6 }), me)).toBe('PO-2026-000123 · Volta');
  expect(roomSubtitle(t, view({ ...about, type: 5, name: 'Glove box' }), me)).toBe('Volta · Glove box');
});

test('the room of an order has the number and the title of the order', () => {
  const t = texts.getFixedT('en', 'chat');
  const room = view({ type: 6, name: 'PO-2026-000003', orderId: 'o' });
  const title = 'NMC811 3 Ah pouch';
  expect(roomTitle(t, room, me, title)).toBe('PO-2026-000003 · NMC811 3 Ah pouch');
  expect(roomTitle(t, room, me)).toBe('PO-2026-000003');
  const ofOther = { ...room, customerId: 'other', companyName: 'Volta' };
  expect(roomSubtitle(t, ofOther, me, title)).toBe('PO-2026-000003 · NMC811 3 Ah pouch · Volta');
  expect(roomTitle(t, view({ type: 5, name: 'Glove box', orderId: 'o' }), me, title)).toBe('Glove box');
  expect(roomMatches(room, 'pouch', [title])).toBe(true);
});

test('a customer sees who answers, once somebody has taken the room', () => {
  const t = texts.getFixedT('en', 'chat');
  const about = { type: 6, customerId: me.id } as const;
  expect(roomSubtitle(t, view(about), me)).toBe('Order');
  expect(roomSubtitle(t, view({ ...about, assigned: { name: 'Ines', sseq: 2 } }), me)).toBe('Order · Ines answers');
  expect(roomSubtitle(t, view({ ...about, assigned: { name: null, sseq: 3 } }), me)).toBe('Order');
});

test('a pending handoff says that it joins the existing chat', () => {
  const t = texts.getFixedT('en', 'chat');
  expect(roomSubtitle(t, view({ type: 5, joins: true }), me)).toBe(
    'Moves to your chat with the experts when it is sent',
  );
});
