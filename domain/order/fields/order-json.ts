import type { Json } from '../../ground/json.ts';
import type { Electrode } from '../data/electrodes.ts';
import type { Field } from '../data/field.ts';
import { electrodeFields, orderFields } from './fields.ts';
import type { OrderDoc } from '../data/order.ts';
import { pathOf } from './paths.ts';
import { testFields } from './test-fields.ts';
import { testsOf } from '../data/tests.ts';

/** The design and the tests of an order as a JSON file: `docs/order-json.md` describes it for its users. */

/** Value of `format` in every such file. */
export const orderJsonFormat = 'vfp-order';
/** Version that is written. A reader takes this one and older ones. */
export const orderJsonVersion = 1;

type Members = Record<string, Json>;

/** Content of the file. Members stand in the order of the field tables; values are in the stored unit of their field. */
export interface OrderJson {
  format: typeof orderJsonFormat;
  version: typeof orderJsonVersion;
  order: Members;
  electrodes: Record<Electrode, Members>;
  /** Tests in the order in which they were added. */
  tests: Members[];
}

/**
 * Returns the design and the tests of an order, without owner, company, number, price, ticks and files. Fields without
 * a value and removed tests are left out. Values of fields that the order does not have at present are kept, because
 * the order keeps them, too.
 */
export function orderJsonOf(doc: OrderDoc): OrderJson {
  return {
    format: orderJsonFormat,
    version: orderJsonVersion,
    order: membersOf(doc, orderFields, null, ''),
    electrodes: {
      cathode: membersOf(doc, electrodeFields, 'electrodes', 'cathode'),
      anode: membersOf(doc, electrodeFields, 'electrodes', 'anode'),
    },
    tests: testsOf(doc).map(({ id }) => membersOf(doc, testFields, 'tests', id)),
  };
}

/** Returns the file's text: two spaces of indentation and a final line break, so that a diff shows single values. */
export function orderJsonText(doc: OrderDoc): string {
  return `${JSON.stringify(orderJsonOf(doc), null, 2)}\n`;
}

function membersOf(doc: OrderDoc, fields: readonly Field[], list: 'electrodes' | 'tests' | null, item: string) {
  const members: Members = {};
  for (const { key } of fields) {
    const value = doc[pathOf(list, item, key)] ?? null;
    if (value !== null) members[key] = value;
  }
  return members;
}
