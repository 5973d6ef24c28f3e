import { recordOf, type PendingCommands } from '../pending.ts';
import { filesInDraft, type RowsInMemory } from './rows-in-memory.ts';
import type { BlobRow, DraftRow, OutboxEntry, RefusedRow } from '../schema.ts';

/** Rows that are lost with a deleted database, and that a page still has in memory. */

/** The unsent commands and the drafts, as last read. */
export interface HeldRows {
  pending: PendingCommands | undefined;
  refused: RefusedRow[];
  drafts: DraftRow[];
}

/** Rows to write into the new database. */
export interface LostRows {
  /** Commands that are not settled, oldest first. */
  entries: OutboxEntry[];
  isSent: (n: number) => boolean;
  refused: RefusedRow[];
  drafts: DraftRow[];
  files: BlobRow[];
  shown: RowsInMemory['shown'];
  /** The highest key of an outbox record that this page knows. */
  highest: number;
}

/** Collects what is in memory. Bytes that cannot be read are left out: they were stored in the deleted database. */
export async function gatherLostRows(
  { pending, refused, drafts }: HeldRows,
  rows: RowsInMemory,
  cached: ReadonlyMap<number, readonly OutboxEntry[]>,
): Promise<LostRows> {
  const newest = pending?.lastRecord ?? -1;
  // Appended or changed by this tab and not read back yet. Whether they were sent is not known, so nothing may change them.
  const late = new Map(byNumber([...cached].flatMap(([b, entries]) => (b > newest ? entries : []))));
  const decided = new Set(refused.map(({ cmdId }) => cmdId));
  const unsettled = new Map([...byNumber(pending?.entries ?? []), ...late]);
  const entries = [...unsettled.values()].filter(({ cmdId }) => !decided.has(cmdId));
  const all = [...entries, ...refused.map(({ entry }) => entry)];
  return {
    entries,
    isSent: (n) =>
      late.has(n) || pending?.isSent(n) !== false || pending.recordsWith([n]).some(({ b }) => rows.sent.has(b)),
    refused,
    drafts: await Promise.all(lastDrafts(drafts, rows).map(readableDraft)),
    files: (
      await Promise.all([...rows.files.values()].map(async (row) => ((await canBeRead(row.bytes)) ? [row] : [])))
    ).flat(),
    shown: rows.shown,
    highest: Math.max(-1, ...cached.keys(), ...all.map(({ n }) => recordOf(n))),
  };
}

const byNumber = (entries: readonly OutboxEntry[]): [number, OutboxEntry][] => entries.map((entry) => [entry.n, entry]);

/** Returns the drafts as this page has written them, if no other tab has done so later. */
function lastDrafts(read: readonly DraftRow[], { drafts }: RowsInMemory): DraftRow[] {
  const all = new Map(read.map((row) => [row.key, row]));
  for (const [key, { row, at }] of drafts) {
    if ((all.get(key)?.at ?? 0) > at) continue;
    if (row === undefined) all.delete(key);
    else all.set(key, row);
  }
  return [...all.values()];
}

/** Returns the draft with the files that can be read; its text always stays. */
async function readableDraft(row: DraftRow): Promise<DraftRow> {
  const files = filesInDraft(row.value);
  if (files.length === 0) return row;
  const readable = await Promise.all(files.map(async (file) => ((await canBeRead(file)) ? [file] : [])));
  return { ...row, value: { ...(row.value as object), files: readable.flat() } };
}

async function canBeRead(bytes: Blob): Promise<boolean> {
  try {
    await bytes.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
