import type { Order } from '#domain/order/data/order.ts';
import { isUnderWay } from '#domain/order/life/status.ts';
import type { AdminOrderReply, OrderListReply, OrderListRow, StaffMember } from '#domain/order/wire/admin-orders.ts';
import { fitsSearch } from '#domain/ground/text-search.ts';
import { DAY } from '#domain/ground/units.ts';
import type { TableState } from '../../../staff/table/table-state.ts';
import { pageRows } from '#domain/ground/page-rows.ts';

/** The list of orders as this device has them, for when the server cannot be reached. Pure. */

/** Names that the server has sent in earlier replies and that orders do not contain. */
export interface KnownNames extends Pick<OrderListReply, 'experts' | 'companies'> {
  /** Member of staff in charge, by the id of the order; null for none. */
  expertOf: ReadonlyMap<string, StaffMember | null>;
}

/** @param lists, pages earlier replies, oldest first */
export function knownNamesIn(lists: readonly OrderListReply[], pages: readonly AdminOrderReply[]): KnownNames {
  const newest = lists.at(-1);
  const inLists = lists.flatMap(({ items }) => items.map((row) => [row.id, inCharge(row)] as const));
  const onPages = pages.map(({ order, expert }) => [order.id, expert] as const);
  return {
    experts: newest?.experts ?? pages.at(-1)?.experts ?? [],
    companies: newest?.companies ?? [],
    expertOf: new Map([...inLists, ...onPages]),
  };
}

function inCharge({ expert, expert_id: id }: OrderListRow): StaffMember | null {
  // A reply of an earlier version of the app has no id.
  return expert === null ? null : { id: id ?? '', name: expert };
}

/** Returns the page that the server would return for these orders. @param at the present time, ISO 8601 */
export function ordersHere(orders: readonly Order[], names: KnownNames, state: TableState, at: string): OrderListReply {
  const fitting = orders.map((order) => listed(order, names)).filter((each) => fits(each, state, at));
  const sorted = fitting.map(({ row }) => row).sort(comparing(state.sort));
  const limit = pageRows;
  const { experts, companies } = names;
  const items = sorted.slice((state.page - 1) * limit, state.page * limit);
  return { items, total: sorted.length, page: state.page, limit, experts: [...experts], companies: [...companies] };
}

interface ListedOrder {
  row: OrderListRow;
  companyId: number | null;
  /** The date that the customer was told at the last placing, also of an order that is a draft again. */
  dueOn: string | null;
}

function listed(order: Order, { companies, expertOf }: KnownNames): ListedOrder {
  const placing = order.history.findLast(({ event }) => event === 'PLACE');
  const title = typeof order.doc['title'] === 'string' ? order.doc['title'].trim() : '';
  // A draft has been placed before, or never; either way its price and its dates are void.
  const isPlaced = order.status !== 'draft';
  const dueOn = placing?.due ?? null;
  const row = {
    id: order.id,
    number: order.number,
    title: title === '' ? null : title,
    company: companies.find(({ id }) => id === order.companyId)?.name ?? null,
    customer: order.ownerName,
    status: order.status,
    expert: expertOf.get(order.id)?.name ?? null,
    expert_id: expertOf.get(order.id)?.id ?? null,
    total: isPlaced ? (order.quote?.total ?? null) : null,
    currency: isPlaced ? (order.quote?.currency ?? null) : null,
    placed_at: isPlaced ? (placing?.at ?? null) : null,
    due: isPlaced ? dueOn : null,
    updated_at: order.updatedAt,
  };
  return { row, companyId: order.companyId, dueOn };
}

function fits({ row, companyId, dueOn }: ListedOrder, { search, filters }: TableState, at: string): boolean {
  const isChosen = (filter: string, value: string) => {
    const chosen = filters[filter] ?? [];
    return chosen.length === 0 || chosen.includes(value);
  };
  const isOverdue = dueOn !== null && Date.parse(dueOn) + DAY <= Date.parse(at) && isUnderWay(row.status);
  return (
    fitsSearch([row.number, row.title, row.customer].join(' '), search) &&
    isChosen('status', row.status) &&
    isChosen('company', String(companyId)) &&
    isChosen('expert', row.expert_id ?? 'none') &&
    isChosen('overdue', String(isOverdue))
  );
}

/** Returns the order of a sort, such as `-due`. Rows without a value are last either way. */
function comparing(sort: string): (a: OrderListRow, b: OrderListRow) => number {
  const name = sort.replace(/^-/, '') as keyof OrderListRow;
  const direction = sort.startsWith('-') ? -1 : 1;
  return (a, b) => {
    const [left, right] = [a[name], b[name]];
    if (left === right) return a.id < b.id ? -1 : 1;
    if (left === null || right === null) return left === null ? 1 : -1;
    if (typeof left === 'number' && typeof right === 'number') return direction * (left - right);
    return direction * String(left).localeCompare(String(right));
  };
}
