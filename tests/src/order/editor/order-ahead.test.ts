import { expect, test } from 'vitest';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { changesOfChoice, changesOfTypical, withChanges, type ValueChange } from '#domain/order/fields/presets.ts';
import { SeenVersions } from '../../../../src/order/editor/seen-versions.ts';
import { TypedFields } from '../../../../src/order/editor/typed-fields.ts';

const meters = 'electrodes/cathode/coating_meter_count';
const drafted: OrderDoc = { service: 'prototyping', format: '21700', chemistry: 'NMC/Si-graphite', quantity: 12 };

const proposed = (changes: ValueChange[]) => changes.find(({ path }) => path === meters)?.value;

/** An order being edited: its fields, and what is written for a typed value. */
function edited(doc: OrderDoc) {
  const written: ValueChange[][] = [];
  const fields = new TypedFields(
    doc,
    new SeenVersions(),
    {},
    {
      keep: async () => undefined,
      write: async (path, value, _, also) => `mine-${written.push([{ path, value }, ...also])}`,
      failed: (error) => {
        throw error;
      },
    },
  );
  const fill = (changesOf: (now: OrderDoc) => ValueChange[], isWritten = Promise.resolve(true)) => {
    const changes = changesOf(fields.edited());
    fields.choose(changes, isWritten);
    return changes;
  };
  const choose = (path: string, value: string, isWritten?: Promise<boolean>) =>
    fill((now) => changesOfChoice(now, path, value), isWritten);
  return { fields, written, fill, choose };
}

test('"fill empty fields" counts on the number of cells that was typed a moment before', () => {
  const { fields, fill } = edited(drafted);
  fields.type('quantity', '24');
  const filled = proposed(fill(changesOfTypical));
  expect(filled).toBe(proposed(changesOfTypical({ ...drafted, quantity: 24 })));
  expect(filled).not.toBe(proposed(changesOfTypical(drafted)));
});

test('a chemistry chosen before the format is shown fills what depends on both', () => {
  const doc: OrderDoc = { service: 'prototyping' };
  const { choose } = edited(doc);
  const atOnce = withChanges(withChanges(doc, choose('format', '21700')), choose('chemistry', 'LFP/graphite'));
  const shown = withChanges(doc, changesOfChoice(doc, 'format', '21700'));
  expect(atOnce).toEqual(withChanges(shown, changesOfChoice(shown, 'chemistry', 'LFP/graphite')));
});

test('a chemistry chosen while the number of cells is being typed counts on the format chosen before', () => {
  const doc: OrderDoc = { service: 'prototyping' };
  const { fields, choose } = edited(doc);
  const format = choose('format', '21700');
  fields.type('quantity', '24');
  const chemistry = choose('chemistry', 'LFP/graphite');
  const shown = { ...withChanges(doc, format), quantity: 24 };
  expect(chemistry).toEqual(changesOfChoice(shown, 'chemistry', 'LFP/graphite'));
});

test('the meters to coat follow the cells that are typed before the order shows its chemistry', async () => {
  const { fields, written, choose } = edited({ service: 'prototyping' });
  choose('format', '21700');
  choose('chemistry', 'NMC/Si-graphite');
  const before = proposed(changesOfTypical(fields.edited())) ?? fields.edited()[meters];
  fields.type('quantity', '240');
  await fields.settle();
  const [changes = []] = written;
  expect(changes[0]).toEqual({ path: 'quantity', value: 240 });
  expect(Number(proposed(changes))).toBeGreaterThan(Number(before));
});

test('what could not be written is not counted on', async () => {
  const { fields, choose } = edited(drafted);
  const failed = Promise.resolve(false);
  choose('format', '18650', failed);
  expect(fields.edited()['format']).toBe('18650');
  await fields.settle();
  expect(fields.edited()).toEqual(drafted);
});

test('the order shows a choice: its own value counts from then on', () => {
  const { fields, choose } = edited(drafted);
  choose('format', '18650');
  fields.show({ ...drafted, format: '18650' });
  fields.show({ ...drafted, format: '4680' });
  expect(fields.edited()['format']).toBe('4680');
});

test('"fill empty fields" pressed twice fills once', () => {
  const { fill } = edited(drafted);
  expect(fill(changesOfTypical)).not.toEqual([]);
  expect(fill(changesOfTypical)).toEqual([]);
});
