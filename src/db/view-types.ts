import type { OutboxEntry } from './schema.ts';

/** Views of the outbox that screens show. Pure reads for live queries. */

export interface Reason {
  code: string;
  message: string;
  details?: unknown;
}

/** Numbers of commands that are not sent, and of refused ones that need a decision. */
export interface WaitingCounts {
  waiting: number;
  needYou: number;
}

export interface WaitingItem {
  cmdId: string;
  n: number;
  type: OutboxEntry['type'];
  /** With the room's present id, where the entry names it by the one made here. */
  lane: OutboxEntry['lane'];
  title: string;
  detail: string;
  createdAt: number;
  state: 'queued' | 'sent' | 'blocked' | 'refused' | 'signin';
  reason: Reason | null;
  files: { name: string; size: number }[];
}
