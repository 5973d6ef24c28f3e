import type { FieldProblem } from '../errors.ts';
import type { Json } from '../json.ts';
import type { OrderDoc } from './order.ts';

export interface Check {
  level: 'block' | 'warn' | 'info';
  path: string;
  code: string;
  message: string;
}

/** Shape and range of one field: why this value may not stand at this path, or undefined when it may. `null` clears. */
export function problemWithChange(path: string, value: Json): FieldProblem | undefined {
  if (path === '' || path.length > 200) return { path, code: 'UNKNOWN_FIELD' };
  if (typeof value === 'number' && !Number.isFinite(value)) return { path, code: 'NOT_A_NUMBER' };
  return undefined;
}

/** Everything to say about an order as a whole: `block` keeps it from being placed, an unticked `warn` too, `info` informs. */
export function checksOf(doc: OrderDoc): Check[] {
  return doc['service'] === undefined
    ? [{ level: 'block', path: 'service', code: 'REQUIRED', message: 'Choose what we should do.' }]
    : [];
}

/** What keeps an order from being placed: every block and every warning that was not ticked. */
export function problemsWithPlacing(doc: OrderDoc): FieldProblem[] {
  return checksOf(doc)
    .filter((check) => check.level === 'block')
    .map(({ path, code, message }) => ({ path, code, message }));
}
