import { canonicalJson } from '../../ground/json.ts';
import type { OrderDoc } from '../data/order.ts';
import { parsePath } from '../fields/paths.ts';
import { changesOfChoice, type ValueChange } from '../fields/presets.ts';

/** Values of the user about the whole order, which a design does not replace. */
const kept: ReadonlySet<string> = new Set(['title', 'notes']);

/**
 * Returns the changes that make an order the designed cell. Values of the cell that the design does not have are
 * cleared, also those that the order's present format hides, so that the order's figures are those of the design. Title,
 * notes and tests stay; typical voltages of tests follow the chemistry. A service with tests stays one, with cells that
 * are built.
 * @param designed the document of a design
 * @param doc the order that is filled; empty for a new one
 */
export function designChanges(designed: OrderDoc, doc: OrderDoc): ValueChange[] {
  const service = doc['service'] === 'testing' || doc['service'] === 'both' ? 'both' : 'prototyping';
  const target: OrderDoc = { ...designed, service };
  const cleared = Object.keys(doc)
    .filter((path) => isOfCell(path) && !(path in target) && (doc[path] ?? null) !== null)
    .map((path) => ({ path, value: null }));
  const set = Object.entries(target).map(([path, value]) => ({ path, value }));
  const chemistry = target['chemistry'] ?? null;
  const ofTests =
    chemistry === (doc['chemistry'] ?? null)
      ? []
      : changesOfChoice(doc, 'chemistry', chemistry).filter(({ path }) => path.startsWith('tests/'));
  return [...set, ...cleared, ...ofTests].filter(
    ({ path, value }) => canonicalJson(value) !== canonicalJson(doc[path] ?? null),
  );
}

/** Whether a path holds a value of the cell that a design describes. */
function isOfCell(path: string): boolean {
  const place = parsePath(path);
  return place?.is === 'field' && place.list !== 'tests' && !kept.has(path);
}

/** Returns the changes that take a change back: the values that the order has now. */
export function undoOf(changes: readonly ValueChange[], doc: OrderDoc): ValueChange[] {
  return changes.map(({ path }) => ({ path, value: doc[path] ?? null }));
}
