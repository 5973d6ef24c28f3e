import type { TFunction } from 'i18next';
import { stepThatAskedForChanges, type OrderWithHistory } from '#domain/order/life/asked-changes.ts';
import { chemistries } from '#domain/order/data/chemistries.ts';
import type { OrderStatus } from '#domain/order/data/order.ts';
import { promisedDay } from '#domain/order/plan/promised-day.ts';
import { isDiscarded, isUnderWay, statusRows } from '#domain/order/life/status.ts';
import { fitsSearch } from '#domain/ground/text-search.ts';
import type { OrderView } from '../views/view-types.ts';
import { nameOfOrder, summaryOf } from '../parts/order-words.ts';

/** Filter of the orders that the history shows. All of it stands in the address of the page. */

/** Groups of statuses by who acts next. */
export const statusGroups = {
  customer: ['reviewed', 'awaiting_payment', 'awaiting_delivery_of_material', 'shipped'],
  lab: ['submitted', 'reviewing', 'processing', 'prototyping', 'testing'],
  finished: ['done', 'delivered'],
  ended: ['cancelled', 'rejected'],
} as const satisfies Record<string, readonly OrderStatus[]>;

type StatusGroup = keyof typeof statusGroups;

/** Statuses in the order of the choice. `done` has the label of `delivered`, which also finds it. */
export const chosenStatuses = Object.keys(statusRows).filter((status) => status !== 'done') as OrderStatus[];

/** Whether an order has the chosen status or is in the chosen group. No choice hides discarded drafts. */
export function hasStatus(order: OrderWithHistory, chosen: string): boolean {
  const { status, history } = order;
  if (chosen === 'customer' && stepThatAskedForChanges(order) !== undefined) return true;
  const group: readonly OrderStatus[] | undefined = isGroup(chosen) ? statusGroups[chosen] : undefined;
  if (group !== undefined) return group.includes(status) && !isDiscarded({ status, history });
  const wanted = chosenStatuses.find((each) => each === chosen);
  if (wanted !== undefined) return statusRows[status].label === statusRows[wanted].label;
  return !isDiscarded({ status, history });
}

function isGroup(chosen: string): chosen is StatusGroup {
  return Object.hasOwn(statusGroups, chosen);
}

/** Whether an order is of the chosen users. @param whose `mine`, `company`, or another text for all */
export function isOf(order: Pick<OrderView, 'ownerId'>, whose: string, me: { id: string }): boolean {
  if (whose === 'mine') return order.ownerId === me.id;
  return whose !== 'company' || order.ownerId !== me.id;
}

/** Returns the text in which a search looks: number, name, cells, tests, chemistry, status and owner. */
function searchedText(order: OrderView, t: TFunction<'navigator'>, language: string): string {
  const { chemistry } = order.doc;
  const row = chemistries.find(({ code }) => code === chemistry);
  return [
    order.number,
    nameOfOrder(order, t),
    summaryOf(order.doc, t, language),
    row === undefined ? '' : `${row.code} ${t(`option.chemistry.${row.code}`, { defaultValue: row.code })}`,
    t(`status.${order.status}`, { defaultValue: statusRows[order.status].label }),
    stepThatAskedForChanges(order) === undefined ? '' : t('status.changesAsked'),
    order.ownerName,
  ].join(' ');
}

/** Whether an order has all words of a search. */
export function orderHasWords(order: OrderView, search: string, t: TFunction<'navigator'>, language: string): boolean {
  return fitsSearch(searchedText(order, t, language), search);
}

/** Returns the day on which an order under way is expected to be done, such as `2026-12-31`. */
export function expectedDay({ status, doc, history }: OrderView): string | undefined {
  const placed = isUnderWay(status) ? history.findLast(({ event }) => event === 'PLACE') : undefined;
  return placed && (placed.due ?? promisedDay(doc, placed.at));
}
