import type { TFunction } from 'i18next';
import type { ParcelEntry, ShipmentReport } from '#domain/order/data/goods.ts';
import type { CellChange, OrderHistoryEntry, Report } from '#domain/order/data/order.ts';
import type { RecordLine } from '#domain/order/life/record.ts';
import { systemActor } from '#domain/order/life/status.ts';
import type { OrderView } from '../views/view-types.ts';
import { displayNameOf } from '../../i18n/display-name.ts';

/** Words for the lines of a record, in the reader's language. */

/** Data that a line may carry; a newer server may write other events. */
interface LineData {
  entry?: OrderHistoryEntry | ParcelEntry;
  change?: CellChange;
  report?: Report | ShipmentReport;
  changes?: unknown[];
  conflicts?: unknown[];
  text?: string;
}

const dataOf = ({ data }: RecordLine): LineData => (typeof data === 'object' && data !== null ? data : {});

/** Returns what a user did with the order, its parcels, cells or reports; undefined for other lines. */
function deedOf({
  entry,
  change,
  report,
}: LineData): OrderHistoryEntry | ParcelEntry | CellChange | Report | undefined {
  return entry ?? change ?? (report !== undefined && 'by' in report ? report : undefined);
}

/** Returns the names of users, by their ids: of the owner, of colleagues, and of all users who did something. */
export function userNamesIn(
  lines: readonly RecordLine[],
  { ownerId, ownerName, history, colleagues = [] }: OrderView,
): Map<string, string> {
  const entries = [...history, ...lines.flatMap((line) => deedOf(dataOf(line)) ?? [])];
  const editors = colleagues.map(({ userId, userName }) => [userId, userName] as const);
  return new Map([...entries.map(({ by, byName }) => [by, byName] as const), ...editors, [ownerId, ownerName]]);
}

/** Returns by whom a line is; of a user without a name here, the beginning of the id. */
export function describedBy(t: TFunction<'navigator'>, { by }: RecordLine, names: ReadonlyMap<string, string>): string {
  if (by === null) return '';
  if (by === systemActor) return t('history.automatic');
  return displayNameOf(t, names.get(by) ?? by.slice(0, 8));
}

/** Returns what a line is about, and the reason or note that a user wrote. */
export function whatHappened(t: TFunction<'navigator'>, line: RecordLine): { text: string; reason: string | null } {
  const data = dataOf(line);
  const { entry, changes = [], conflicts = [], text = '' } = data;
  const reason = text === '' ? (deedOf(data)?.reason ?? null) : text;
  if (entry !== undefined && 'step' in entry)
    return { text: t(`parcel.step.${entry.step}`, { defaultValue: line.event }), reason };
  if (entry === undefined) {
    const count = Math.max(changes.length, conflicts.length);
    return { text: t(`record.event.${line.event.replace('.', '_')}`, { count, defaultValue: line.event }), reason };
  }
  const status = (name: string) => t(`status.${name}`, { defaultValue: name });
  const event = t(`event.${entry.event}`, { defaultValue: entry.event });
  const from = entry.from === null ? '' : `${status(entry.from)} → `;
  return { text: `${event} (${from}${status(entry.to)})`, reason };
}
