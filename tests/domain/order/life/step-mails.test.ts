import { expect, test } from 'vitest';
import { isMailed, mailedEvents } from '#domain/order/life/step-mails.ts';
import { stepTextOf } from '../../../../server/order/jobs/step-texts.ts';

/** Which steps of an order its customer gets an e-mail about. */

test('what a customer does alone is never mailed', () => {
  for (const event of ['SAVE', 'EDIT', 'PLACE', 'WITHDRAW', 'ACCEPT_QUOTE', 'DECLINE', 'CHANGE', 'DISCARD']) {
    expect(isMailed(event, 'every'), event).toBe(false);
  }
});

test('a customer who wants only what is up to them hears of a price and of parcels, not of the work between', () => {
  for (const event of ['APPROVE', 'REQUEST_CHANGES', 'NEEDS_MATERIAL', 'MATERIAL_REFUSED', 'RESULTS_PUBLISHED', 'SHIP'])
    expect(isMailed(event, 'needed'), event).toBe(true);
  expect([isMailed('PARCEL_REFUSED', 'needed'), isMailed('PARCEL_ARRIVED', 'needed')]).toEqual([true, false]);
  for (const event of ['START_REVIEW', 'START_BUILD', 'START_TEST', 'BUILD_DONE', 'MATERIAL_ACCEPTED'])
    expect(isMailed(event, 'needed'), event).toBe(false);
});

test('a customer who wants none gets none', () => {
  expect(mailedEvents.filter((event) => isMailed(event, 'none'))).toEqual([]);
});

test.each(['en', 'ko'])('every step that is mailed has its text in %s', (language) => {
  for (const event of mailedEvents) expect(stepTextOf(event, language)?.step, event).toMatch(/\S/);
});
