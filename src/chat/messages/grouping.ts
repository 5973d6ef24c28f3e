import { MINUTE } from '#domain/ground/units.ts';
import type { Author } from '#domain/chat/chat.ts';
import type { OrderHistoryEntry } from '#domain/order/data/order.ts';
import { withStatusChanges } from './status-changes.ts';
import type { MessageView } from '../views/view-types.ts';

/** Rows of a conversation: groups of messages, and the lines between them. */
export type ThreadRow =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'new'; key: string }
  | { kind: 'status'; key: string; change: OrderHistoryEntry }
  | { kind: 'group'; key: string; author: Author; mine: boolean; at: string; messages: MessageView[] }
  | { kind: 'saved'; key: string; question: MessageView };

interface GroupingOptions {
  me: string;
  /** Read position of this side when the room was opened; the "new" line follows it. */
  readUpTo: number | undefined;
  /** Of the order that the room is about, oldest first. */
  history?: readonly OrderHistoryEntry[] | undefined;
  /** Whether there are older messages than these. */
  hasOlder?: boolean;
}

/**
 * Converts messages (oldest first) to rows: day lines, the "new" line, groups by author and minute, offline answers,
 * and status changes of the room's order.
 */
export function rowsOf(messages: readonly MessageView[], options: GroupingOptions): ThreadRow[] {
  const { me, readUpTo, history = [], hasOlder = false } = options;
  const rows: ThreadRow[] = [];
  let newShown = readUpTo === undefined;
  const beginDay = (at: string, id: string): void => {
    const before = newestOf(rows.at(-1));
    if (before === undefined || dayOf(before) !== dayOf(at))
      rows.push({ kind: 'day', key: `day-${dayOf(at)}-${id}`, at });
  };
  for (const said of withStatusChanges(messages, history, hasOlder)) {
    if ('change' in said) {
      const key = `status-${said.change.sseq}`;
      beginDay(said.change.at, key);
      rows.push({ kind: 'status', key, change: said.change });
      continue;
    }
    const { message } = said;
    const mine = message.author.id === me;
    beginDay(message.createdAt, message.id);
    if (!newShown && !mine && message.sseq > (readUpTo ?? 0)) {
      newShown = true;
      rows.push({ kind: 'new', key: 'new' });
    }
    const open = rows.at(-1);
    if (open?.kind === 'group' && belongs(open, message)) open.messages.push(message);
    else {
      const { id, author, createdAt } = message;
      rows.push({ kind: 'group', key: id, author, mine, at: createdAt, messages: [message] });
    }
    if (message.savedAnswer !== undefined) rows.push({ kind: 'saved', key: `saved-${message.id}`, question: message });
  }
  return rows;
}

function newestOf(row: ThreadRow | undefined): string | undefined {
  if (row?.kind === 'group') return row.messages.at(-1)?.createdAt;
  if (row?.kind === 'status') return row.change.at;
  return row?.kind === 'saved' ? row.question.createdAt : undefined;
}

function belongs(group: ThreadRow & { kind: 'group' }, message: MessageView): boolean {
  return (
    group.author.id === message.author.id &&
    group.author.kind === message.author.kind &&
    message.author.kind !== 'system' &&
    minuteOf(group.at) === minuteOf(message.createdAt)
  );
}

function minuteOf(iso: string): number {
  return Math.floor(Date.parse(iso) / MINUTE);
}

/** Returns the day of a time in the reader's time zone. */
function dayOf(iso: string): string {
  const date = new Date(iso);
  return `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`;
}
