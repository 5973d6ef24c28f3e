import { MINUTE } from '#domain/units.ts';
import type { Author } from '#domain/chat.ts';
import type { MessageView } from '../../db/view-types.ts';

/** Rows of a conversation: groups of messages, and the lines between them. */
export type Row =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'new'; key: string }
  | { kind: 'group'; key: string; author: Author; mine: boolean; at: string; messages: MessageView[] }
  | { kind: 'saved'; key: string; question: MessageView };

interface GroupingOptions {
  me: string;
  /** Read position of this side when the room was opened; the "new" line follows it. */
  readUpTo: number | undefined;
}

/**
 * Converts messages (oldest first) to rows: day lines, the "new" line, groups by author and minute, offline answers.
 */
export function rowsOf(messages: readonly MessageView[], { me, readUpTo }: GroupingOptions): Row[] {
  const rows: Row[] = [];
  let newShown = readUpTo === undefined;
  for (const message of messages) {
    const mine = message.author.id === me;
    const last = rows.at(-1);
    const before = newestOf(last);
    if (before === undefined || dayOf(before) !== dayOf(message.createdAt)) {
      rows.push({ kind: 'day', key: `day-${dayOf(message.createdAt)}-${message.id}`, at: message.createdAt });
    }
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

function newestOf(row: Row | undefined): string | undefined {
  if (row?.kind === 'group') return row.messages.at(-1)?.createdAt;
  return row?.kind === 'saved' ? row.question.createdAt : undefined;
}

function belongs(group: Row & { kind: 'group' }, message: MessageView): boolean {
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
