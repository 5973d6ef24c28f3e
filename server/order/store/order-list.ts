import { sql } from 'kysely';
import { isUnderWay, orderStatuses } from '#domain/order/life/status.ts';
import type { OrderListRow } from '#domain/order/wire/admin-orders.ts';
import { type ListQuery, type ListTable, readList } from '../../database/list-query.ts';
import { type Db, rowsOf } from '../../database/db.ts';
import type { Paged } from '../../database/page.ts';
import { byLetters } from '../../database/text-search.ts';

/** The staff's list of orders. */

export type OrderFilter = 'status' | 'company' | 'expert' | 'overdue';

/** Value of the filter `expert` for orders without one. */
const unassigned = 'none';

const open = orderStatuses.filter(isUnderWay);

/** A draft has been placed before, or never; either way its price and its dates are void. */
const ofPlaced = (column: string) => sql`case when o.status <> 'draft' then ${sql.ref(`o.${column}`)} end`;

const title = sql`nullif(btrim(o.title), '')`;

const orderList: ListTable<OrderFilter, OrderListRow> = {
  // Without drafts that their customers discarded before they placed them.
  from: sql`(select * from orders where not is_template and (status <> 'cancelled' or placed_at is not null)) o
    left join companies c on c.id = o.company_id left join order_desks d on d.order_id = o.id left join users e on e.id = d.expert`,
  columns: {
    id: { value: sql`o.id` },
    number: { value: sql`o.number`, isSorted: true, isSearched: true },
    title: { value: title, order: byLetters(title), isSorted: true, isSearched: true },
    company: { value: sql`c.name`, order: byLetters(sql`c.name`), isSorted: true },
    customer: { value: sql`o.owner_name`, order: byLetters(sql`o.owner_name`), isSorted: true, isSearched: true },
    status: { value: sql`o.status`, isSorted: true },
    expert: { value: sql`e.display_name`, order: byLetters(sql`e.display_name`), isSorted: true },
    expert_id: { value: sql`d.expert` },
    total: { value: ofPlaced('total'), isSorted: true },
    currency: { value: ofPlaced('currency') },
    placed_at: { value: ofPlaced('placed_at'), isSorted: true },
    due: { value: ofPlaced('due_on'), isSorted: true },
    updated_at: { value: sql`o.updated_at`, isSorted: true },
  },
  filters: {
    status: (values) => sql`o.status = any(${values}::text[])`,
    company: (values) => sql`o.company_id = any(${values}::integer[])`,
    expert: (values) => {
      const named = values.filter((value) => value !== unassigned);
      return values.includes(unassigned)
        ? sql`d.expert is null or d.expert = any(${named}::uuid[])`
        : sql`d.expert = any(${named}::uuid[])`;
    },
    overdue: () => sql`o.due_on < to_char(now() at time zone 'utc', 'YYYY-MM-DD') and o.status = any(${open}::text[])`,
  },
  tie: sql`o.id`,
};

/** Returns the orders that fit, and how many there are in all. */
export function readOrderList(db: Db, query: ListQuery<OrderFilter>): Promise<Paged<OrderListRow>> {
  return readList(db, orderList, query);
}

/** Returns the companies that have orders, by name. */
export async function companiesWithOrders(db: Db): Promise<{ id: number; name: string }[]> {
  return await rowsOf<{ id: number; name: string }>(db)`
    select c.id, c.name from companies c where exists (select from orders o where o.company_id = c.id)
     order by ${byLetters(sql`c.name`)}, c.id`;
}
