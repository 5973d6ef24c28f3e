import { expect, test } from 'vitest';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { changesOfChoice } from '#domain/order/fields/presets.ts';
import { coinOf } from '#domain/order/pictures/coin.ts';
import { housedOf } from '#domain/order/pictures/housed.ts';
import { layersOf } from '../../../../src/order/pictures/layers.ts';
import { missingFor, type Picture } from '../../../../src/order/pictures/needs.ts';
import { rollShapesOf } from '#domain/order/pictures/roll-shapes.ts';
import { webOf } from '#domain/order/pictures/webs.ts';

const drawn: Readonly<Record<Picture, (doc: OrderDoc) => unknown>> = {
  roll: rollShapesOf,
  layers: layersOf,
  webs: (doc) => webOf(doc, 'cathode') && webOf(doc, 'anode'),
  housed: housedOf,
  coin: coinOf,
};

/** An order of a format with its typical values. */
function typical(format: string, more: OrderDoc = {}): OrderDoc {
  const doc: OrderDoc = { service: 'prototyping', ...more };
  const changes = changesOfChoice(doc, 'format', format);
  return { ...doc, ...Object.fromEntries(changes.map(({ path, value }) => [path, value])) };
}

test.each<[Picture, string, OrderDoc]>([
  ['roll', '21700', {}],
  ['webs', '21700', {}],
  ['layers', '21700', {}],
  ['coin', '2032 coin', {}],
  ['housed', 'pouch single-layer', {}],
  ['housed', 'pouch multi-layer', {}],
  ['housed', 'pouch multi-layer', { assembly: 'wound' }],
  ['housed', 'prismatic', {}],
  ['housed', 'prismatic', { assembly: 'wound' }],
])('the picture %s of a %s names each field without which it cannot be drawn', (picture, format, more) => {
  const doc = typical(format, more);
  expect(missingFor(picture, doc)).toEqual([]);
  expect(drawn[picture](doc)).toBeDefined();
  const needed = missingFor(picture, { ...more, format });
  expect(needed.length).toBeGreaterThan(3);
  for (const path of needed) {
    const without = { ...doc, [path]: null };
    expect(missingFor(picture, without)).toEqual([path]);
    expect([path, drawn[picture](without)]).toEqual([path, undefined]);
  }
  for (const path of Object.keys(doc).filter(
    (each) => !needed.includes(each) && !(each in more) && each !== 'format',
  )) {
    expect([path, drawn[picture]({ ...doc, [path]: null }) === undefined]).toEqual([path, false]);
  }
});
