import type { Json } from '#domain/ground/json.ts';
import type { Check } from '#domain/order/data/check.ts';
import { isOpen } from '#domain/order/data/check.ts';
import type { Field } from '#domain/order/data/field.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { applicableFields } from '#domain/order/fields/paths.ts';

/** Group of the cell step: `winding`, or `cathode-size` for a group that each electrode has. */
export interface CellGroup {
  code: string;
  fields: { path: string; field: Field }[];
  /** Fields that have a value. */
  filled: number;
  /** Paths of fields with an open check, in the order shown. */
  open: string[];
}

/** Returns the groups of the cell step with their fields, in the order of the field tables. */
export function cellGroups(doc: OrderDoc, checks: readonly Check[]): CellGroup[] {
  const groups = new Map<string, CellGroup>();
  const open = new Set(checks.filter(isOpen).map(({ path }) => path));
  for (const { path, item, field } of applicableFields(doc)) {
    if (field.step !== 'cell') continue;
    const code = item === '' ? field.group : `${item}-${field.group}`;
    const group = groups.get(code) ?? { code, fields: [], filled: 0, open: [] };
    groups.set(code, group);
    group.fields.push({ path, field });
    if (isFilled(doc[path])) group.filled += 1;
    if (open.has(path)) group.open.push(path);
  }
  return [...groups.values()];
}

function isFilled(value: Json | undefined): boolean {
  return value !== undefined && value !== null;
}
