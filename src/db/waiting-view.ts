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

/** Everything that waits or needs a decision, in the order it was made. */
export async function waitingOf(db: UserDb): Promise<WaitingItem[]> {
  const standing = await standingOf(db);
  const items = [
    ...standing.pending.entries.map((entry) => itemOf(entry, standing.stateOf(entry))),
    ...standing.refused.map((row) => itemOf(row.entry, 'refused', row)),
  ];
  return items.sort((a, b) => a.n - b.n);
}

/** How many commands wait for the network or the server, and how many for a decision. Read marks are not counted. */
export async function waitingCount(db: UserDb): Promise<{ waiting: number; needYou: number }> {
  const { pending, refused } = await standingOf(db);
  const waiting = pending.waiting().filter(({ type }) => type !== 'read.mark').length;
  return { waiting, needYou: refused.length };
}

function itemOf(entry: OutboxEntry, state: State, row?: AttentionRow): WaitingItem {
  const { title, detail } = words[entry.type] as Words<CommandType>;
  return {
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
