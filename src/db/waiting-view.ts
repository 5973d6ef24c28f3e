import { previewOf } from '#domain/chat.ts';
import type { CommandArgs, CommandType } from '#domain/commands.ts';
import type { AttentionRow, OutboxEntry, UserDb } from './schema.ts';
import { standingOf, type State } from './standing.ts';
import type { WaitingItem } from './views.ts';

type Words<T extends CommandType> = { title: string; detail: (args: CommandArgs<T>) => string };

/** How each command is called on the page that lists what waits. */
const words: { [T in CommandType]: Words<T> } = {
  'room.open': { title: 'New conversation', detail: (args) => args.name ?? args.resultName ?? '' },
  'chat.send': { title: 'Message', detail: previewOf },
  'message.redact': { title: 'Deletion of a message', detail: () => '' },
  'member.remove': { title: 'Removal from a conversation', detail: () => '' },
  'read.mark': { title: 'Read mark', detail: () => '' },
  'question.ask': { title: 'Question', detail: (args) => args.text },
  'feedback.give': {
    title: 'Feedback',
    detail: (args) => args.comment ?? (args.rating === 1 ? 'Useful' : 'Not useful'),
  },
  'handoff.request': { title: 'Question to an expert', detail: () => '' },
  'order.patch': { title: 'Order change', detail: (args) => args.changes.map(({ path }) => path).join(', ') },
  'order.place': { title: 'Place order', detail: () => '' },
  'order.transition': { title: 'Order status', detail: (args) => args.event },
};

/** Something that waits, with the command itself for those who show or export all of it. */
export type WaitingEntry = WaitingItem & { entry: OutboxEntry };

/** Everything that waits or needs a decision, in the order it was made. */
export async function waitingOf(db: UserDb): Promise<WaitingEntry[]> {
  const standing = await standingOf(db);
  const items = [
    ...standing.pending.entries.map((entry) => itemOf(entry, standing.stateOf(entry))),
    ...standing.refused.map((row) => itemOf(row.entry, 'refused', row)),
  ];
  return items.sort((a, b) => a.n - b.n);
}

/** How many things wait for the network or the server, and how many for a decision. */
export async function waitingCount(db: UserDb): Promise<{ waiting: number; needYou: number }> {
  const { pending, refused } = await standingOf(db);
  return { waiting: thingsAmong(pending.waiting()).length, needYou: refused.length };
}

/**
 * What a person would call a thing of its own: not a read mark, and not the opening of a conversation in which something
 * waits, because that is part of saying it.
 */
export function thingsAmong<T extends Pick<OutboxEntry, 'type' | 'lane'>>(entries: readonly T[]): T[] {
  const things = entries.filter(({ type }) => type !== 'read.mark');
  const spokenIn = new Set(things.filter(({ type }) => type !== 'room.open').map(({ lane }) => lane));
  return things.filter(({ type, lane }) => type !== 'room.open' || !spokenIn.has(lane));
}

/** Which of these files' bytes the server has, and which this device still has, by hash. */
export function bytesAmong(db: UserDb, hashes: readonly string[]): Promise<{ there: Set<string>; here: Set<string> }> {
  return db.transaction('r!', db.blobs, async () => {
    const rows = await db.blobs
      .where('sha256')
      .anyOf([...hashes])
      .toArray();
    return {
      there: new Set(rows.filter((row) => row.uploaded).map((row) => row.sha256)),
      here: new Set(rows.map((row) => row.sha256)),
    };
  });
}

function itemOf(entry: OutboxEntry, state: State, row?: AttentionRow): WaitingEntry {
  const { title, detail } = words[entry.type] as Words<CommandType>;
  return {
    entry,
    cmdId: entry.cmdId,
    n: entry.n,
    type: entry.type,
    lane: entry.lane,
    title,
    detail: detail(entry.args),
    createdAt: entry.createdAt,
    state: state === 'sending' ? 'queued' : state,
    reason: row === undefined ? null : { code: row.code, message: row.message, details: row.details },
    files: 'files' in entry.args ? entry.args.files.map(({ name, size }) => ({ name, size })) : [],
  };
}
