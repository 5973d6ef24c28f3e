import type { Page } from 'playwright-core';

export interface Bench {
  /** A page of a fresh browser profile on one of the bench's pages. */
  page(kind: 'ceiling' | 'naive' | 'vfp'): Promise<Page>;
  runs: number;
  naiveCount: number;
}

export interface Row {
  what: string;
  ours: string;
  beside: string;
  ratio: string;
  goal: string;
}
