import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInstance, type TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { eventTypes } from '#domain/spine/events.ts';
import type { RecordLine } from '#domain/order/life/record.ts';
import { whatHappened } from '../../../../src/order/sheet/record-words.ts';

const folder = join(import.meta.dirname, '..', '..', '..', '..', 'public', 'locales');

async function wordsIn(language: string): Promise<TFunction<'navigator'>> {
  const navigator: Record<string, unknown> = JSON.parse(readFileSync(join(folder, language, 'navigator.json'), 'utf8'));
  const texts = createInstance();
  await texts.init({ lng: language, resources: { [language]: { navigator } }, defaultNS: 'navigator' });
  return texts.getFixedT(language, 'navigator');
}

const line = (event: string, data: unknown): RecordLine => ({
  event,
  by: 'e',
  written: null,
  received: null,
  stored: '2026-11-26T08:00:00.000Z',
  device: null,
  command: null,
  data,
  n: 1,
  prev: '',
});

const ofOrders = [...eventTypes].filter((type) => /^(order|parcel|cells|report|shipment|person)\./.test(type));

test.each(['en', 'ko'])('each event of a record is named in words (%s)', async (language) => {
  const t = await wordsIn(language);
  const entries: Record<string, object> = {
    'order.status_changed': { from: 'done', to: 'shipped', event: 'SHIP' },
    'parcel.changed': { parcelId: 'p', step: 'refused' },
  };
  for (const type of ofOrders) {
    const { text } = whatHappened(t, line(type, entries[type] === undefined ? {} : { entry: entries[type] }));
    expect([type, text]).not.toEqual([type, type]);
    expect(text).not.toContain('undefined');
  }
});

test('the reason of a step of a parcel, of a change of cells and of a withdrawn report stands in its line', async () => {
  const t = await wordsIn('en');
  const reason = 'Leaks';
  const lines = [
    line('parcel.changed', { entry: { parcelId: 'p', step: 'refused', by: 'e', byName: 'Kim', reason } }),
    line('cells.changed', { change: { ranges: [[1, 2]], state: 'scrapped', by: 'e', byName: 'Kim', reason } }),
    line('report.withdrawn', { report: { id: 'r', file: null, by: 'e', byName: 'Kim', reason } }),
  ];
  expect(lines.map((each) => whatHappened(t, each))).toEqual([
    { text: 'parcel refused', reason },
    { text: 'Cells changed', reason },
    { text: 'Report withdrawn', reason },
  ]);
});
