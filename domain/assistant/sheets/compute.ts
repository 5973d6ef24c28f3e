import { computeBelow } from './below.ts';
import { coulombicOf } from './coulombic.ts';
import { extremeOf } from './extremes.ts';
import { differenceOf, retentionOf } from './against-reference.ts';
import type { Result, Task } from './task.ts';
import { valueOf } from './values.ts';

/** Computes what is asked of a table. @returns undefined when the table has not what it takes */
export function compute(task: Task): Result | undefined {
  const { asking, measure } = task.question;
  if (asking === 'below') return computeBelow(task);
  if (measure === undefined) return undefined;
  if (asking === 'retention') return valueOf(task, measure) ?? retentionOf(task, measure);
  if (asking === 'coulombic') return valueOf(task, measure) ?? coulombicOf(task);
  if (asking === 'difference') return differenceOf(task, measure);
  return asking === 'value' ? valueOf(task, measure) : extremeOf(task, measure);
}
