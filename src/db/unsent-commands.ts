import { previewOf } from '#domain/chat/chat.ts';
import type { CommandArgs, CommandType } from '#domain/spine/wire/commands.ts';
import type { RefusedRow, OutboxEntry, UserDb } from './schema.ts';
import { outboxStateOf, type CommandState, type OutboxState, roomIdOf } from './outbox-state.ts';
import type { WaitingCounts, WaitingItem } from './view-types.ts';

type CommandTexts<T extends CommandType> = { title: string; detail: (args: CommandArgs<T>) => string };

/** English titles and details of each command, for the sync log and exports. */
const commandTexts: { [T in CommandType]: CommandTexts<T> } = {
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
  'handoff.request': { title: 'Question to an expert', detail: (args) => args.note ?? '' },
  'room.rename': { title: 'New title of a conversation', detail: (args) => args.title },
  'room.pin': { title: 'Pin of a conversation', detail: (args) => (args.pinned ? 'Pinned' : 'Unpinned') },
  'room.delete': { title: 'Deletion of a conversation', detail: () => '' },
  'room.restore': { title: 'Return of a conversation', detail: () => '' },
  'room.assign': {
    title: 'Who answers in a conversation',
    detail: (args) => (args.assigneeId === null ? 'Nobody' : 'Me'),
  },
  'order.patch': { title: 'Order change', detail: (args) => args.changes.map(({ path }) => path).join(', ') },
  'order.share': { title: 'Who edits an order', detail: () => '' },
  'order.place': { title: 'Place order', detail: () => '' },
  'order.transition': { title: 'Order status', detail: (args) => args.event },
  'order.note': { title: 'Note on an order', detail: (args) => args.text },
  'order.assign': { title: 'Who is in charge of an order', detail: () => '' },
  'parcel.change': { title: 'Parcel', detail: (args) => args.step },
  'cells.mark': { title: 'State of cells', detail: (args) => args.state },
  'report.add': { title: 'New report', detail: (args) => args.name },
  'report.publish': { title: 'Publication of reports', detail: () => '' },
  'report.withdraw': { title: 'Withdrawal of a report', detail: (args) => args.reason },
};

/** A pending or refused command, with the outbox entry for export. */
export type WaitingEntry = WaitingItem & { entry: OutboxEntry };

/** Returns all pending and refused commands, oldest first. */
export async function waitingOf(db: UserDb): Promise<WaitingEntry[]> {
  const outbox = await outboxStateOf(db);
  const items = [
    ...outbox.pending.entries.map((entry) => itemOf(entry, outbox, outbox.stateOf(entry))),
    ...outbox.refused.map((row) => itemOf(row.entry, outbox, 'refused', row)),
  ];
  return items.sort((a, b) => a.n - b.n);
}

/** Returns the numbers of pending commands and of those that need a decision. */
export async function waitingCount(db: UserDb): Promise<WaitingCounts> {
  const { pending, refused } = await outboxStateOf(db);
  return { waiting: countedCommands(pending.unaccepted()).length, needYou: refused.length };
}

/**
 * Returns the commands that a user would count: without read marks, and without the opening of a room that also has
 * other commands among these.
 */
export function countedCommands<T extends Pick<OutboxEntry, 'type' | 'lane'>>(entries: readonly T[]): T[] {
  const things = entries.filter(({ type }) => type !== 'read.mark');
  const spokenIn = new Set(things.filter(({ type }) => type !== 'room.open').map(({ lane }) => lane));
  return things.filter(({ type, lane }) => type !== 'room.open' || !spokenIn.has(lane));
}

/** Returns which of these files the server has, and which this device has, by hash. */
export function availableFiles(
  db: UserDb,
  hashes: readonly string[],
): Promise<{ there: Set<string>; here: Set<string> }> {
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

function itemOf(entry: OutboxEntry, outbox: OutboxState, state: CommandState, row?: RefusedRow): WaitingEntry {
  const roomId = roomIdOf(entry, outbox);
  const { title, detail } = commandTexts[entry.type] as CommandTexts<CommandType>;
  return {
    entry,
    cmdId: entry.cmdId,
    n: entry.n,
    type: entry.type,
    lane: roomId === undefined ? entry.lane : `room:${roomId}`,
    title,
    detail: entry.handed?.content || detail(entry.args),
    createdAt: entry.createdAt,
    state: state === 'sending' ? 'queued' : state,
    reason: row === undefined ? null : { code: row.code, message: row.message, details: row.details },
    files: 'files' in entry.args ? entry.args.files.map(({ name, size }) => ({ name, size })) : [],
  };
}
