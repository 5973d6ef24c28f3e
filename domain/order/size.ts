import type { FieldProblem } from '../errors.ts';
import { limits } from '../limits.ts';
import type { OrderDoc } from './order.ts';
import { testsOf } from './tests.ts';

/**
 * Why an order may not become this large: everybody who opens it prices and checks all of it.
 * @param before what it was; one that was larger already may stay, and become smaller
 */
export function problemWithSize(doc: OrderDoc, before: OrderDoc = {}): FieldProblem | undefined {
  const tests = testsOf(doc).length;
  if (tests > limits.testsPerOrder && tests > testsOf(before).length) {
    return { path: 'tests', code: 'TOO_MANY', message: `At most ${limits.testsPerOrder} tests in an order.` };
  }
  const fields = fieldsOf(doc);
  if (fields <= limits.fieldsPerOrder || fields <= fieldsOf(before)) return undefined;
  return { path: '', code: 'TOO_MANY', message: `At most ${limits.fieldsPerOrder} values in an order.` };
}

function fieldsOf(doc: OrderDoc): number {
  return Object.values(doc).filter((value) => value !== null).length;
}
