import type { Page } from 'playwright-core';

export interface Bench {
  /** Opens one of the bench's pages in a fresh browser profile. */
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
