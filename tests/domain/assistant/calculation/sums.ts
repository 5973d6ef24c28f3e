import { cellSums } from './cell-sums.ts';
import { electrodeSums } from './electrode-sums.ts';
import type { Sum } from './sum.ts';

export const sums: readonly Sum[] = [...electrodeSums, ...cellSums];
