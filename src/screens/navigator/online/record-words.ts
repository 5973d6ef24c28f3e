import type { TFunction } from 'i18next';
import type { OrderHistoryEntry } from '#domain/order/order.ts';
import type { RecordLine } from '#domain/order/record.ts';
import { systemActor } from '#domain/order/status.ts';
import type { OrderView } from '../../../db/view-types.ts';
import { displayNameOf } from '../../words/display-name.ts';

/** What the lines of a record say, in the reader's language. */

/** What a line may carry; a newer server may write other events. */
interface LineData {
  entry?: OrderHistoryEntry;
  changes?: unknown[];
  conflicts?: unknown[];
  text?: string;
}

const dataOf = ({ data }: RecordLine): LineData => (typeof data === 'object' && data !== null ? data : {});

/** Returns the names of users, by their ids: those of the owner and of whoever changed the status. */
export function namesIn(
  lines: readonly RecordLine[],
  { ownerId, ownerName, history, colleagues = [] }: OrderView,
): Map<string, string> {
  const entries = [...history, ...lines.flatMap((line) => dataOf(line).entry ?? [])];
  const editors = colleagues.map(({ userId, userName }) => [userId, userName] as const);
  return new Map([...entries.map(({ by, byName }) => [by, byName] as const), ...editors, [ownerId, ownerName]]);
}

/** Returns by whom a line is; of a user without a name here, the beginning of the id. */
export function describedBy(t: TFunction<'navigator'>, { by }: RecordLine, names: ReadonlyMap<string, string>): string {
  if (by === null) return '';
  if (by === systemActor) return t('history.automatic');
  return displayNameOf(t, names.get(by) ?? by.slice(0, 8));
}

/** Returns what a line is about, and the reason or note that somebody wrote. */
export function whatHappened(t: TFunction<'navigator'>, line: RecordLine): { text: string; reason: string | null } {
  const { entry, changes = [], conflicts = [], text = '' } = dataOf(line);
  const reason = text === '' ? (entry?.reason ?? null) : text;
  if (entry === undefined) {
    const count = Math.max(changes.length, conflicts.length);
    return { text: t(`record.event.${line.event.replace('.', '_')}`, { count, defaultValue: line.event }), reason };
  }
  const status = (name: string) => t(`status.${name}`, { defaultValue: name });
  const event = t(`event.${entry.event}`, { defaultValue: entry.event });
  const from = entry.from === null ? '' : `${status(entry.from)} → `;
  return { text: `${event} (${from}${status(entry.to)})`, reason };
}
