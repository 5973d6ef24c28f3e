import { addressFields } from './address-fields.ts';
import { electrodes } from '../data/electrodes.ts';
import type { Field } from '../data/field.ts';
import { electrodeFields, orderFields } from './fields.ts';
import type { OrderDoc } from '../data/order.ts';
import { templatePath } from './template.ts';
import { testFields } from './test-fields.ts';

/**
 * A parsed path of an order's document: `format`, `electrodes/cathode/<key>`, `tests/<itemId>/<key>`,
 * `tests/<itemId>/removed`, and `ack/<code>` or `ack/<code>/<itemId>` for an acknowledged warning. `item` is the
 * electrode or the test id; it is empty for a field of the order itself. `template` is the name of a template. No other
 * path is accepted.
 */
export type ParsedPath =
  | { is: 'field'; field: Field; list: 'electrodes' | 'tests' | null; item: string }
  | { is: 'removed'; list: 'tests'; item: string }
  | { is: 'ack'; code: string }
  | { is: 'template' };

const itemId = /^[0-9a-zA-Z][0-9a-zA-Z-]{0,63}$/;
const code = /^[A-Z][A-Z0-9_]{0,39}$/;

/** Parses a path. @returns undefined when an order has no such path */
export function parsePath(path: string): ParsedPath | undefined {
  if (path.length > 200) return undefined;
  const [first = '', second, third, ...rest] = path.split('/');
  if (rest.length > 0) return undefined;
  if (path === templatePath) return { is: 'template' };
  if (second === undefined) return parsedField([...orderFields, ...addressFields], first, null, '');
  if (first === 'ack') {
    return code.test(second) && (third === undefined || itemId.test(third)) ? { is: 'ack', code: second } : undefined;
  }
  if (third === undefined) return undefined;
  if (first === 'electrodes' && electrodes.some((electrode) => electrode === second)) {
    return parsedField(electrodeFields, third, 'electrodes', second);
  }
  if (first === 'tests' && itemId.test(second)) {
    if (third === 'removed') return { is: 'removed', list: 'tests', item: second };
    return parsedField(testFields, third, 'tests', second);
  }
  return undefined;
}

function parsedField(rows: readonly Field[], key: string, list: 'electrodes' | 'tests' | null, item: string) {
  const field = rows.find((row) => row.key === key);
  return field === undefined ? undefined : ({ is: 'field', field, list, item } as const);
}

/** Returns the path of a key in an item of a list, or the key itself when `list` is null. */
export function pathOf(list: 'electrodes' | 'tests' | null, item: string, key: string): string {
  return list === null ? key : `${list}/${item}/${key}`;
}

/** Returns the fields that apply to this order, except those of its tests, with their paths. */
export function applicableFields(doc: OrderDoc): { path: string; item: string; field: Field }[] {
  const plain = orderFields.map((field) => ({ path: field.key, item: '', field }));
  const perElectrode = electrodes.flatMap((item) =>
    electrodeFields.map((field) => ({ path: pathOf('electrodes', item, field.key), item, field })),
  );
  return [...plain, ...perElectrode].filter(
    // An electrode of lithium metal has no grade to choose.
    ({ field, item }) => (field.applies?.(doc) ?? true) && field.fitting?.(doc, item)?.length !== 0,
  );
}
