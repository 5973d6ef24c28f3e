import type { FastifyInstance } from 'fastify';
import { type OrderListQuery, routesOfAdminOrders } from '#domain/order/wire/admin-orders.ts';
import { companiesWithOrders, type OrderFilter, readOrderList } from '../store/order-list.ts';
import { staffMembers } from '../store/order-desk.ts';
import type { ListQuery } from '../../database/list-query.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { exportedRows } from '../../http/paged.ts';
import { serving } from '../../http/serve-routes.ts';
import { pageRows } from '#domain/ground/page-rows.ts';

/** All orders, for staff who move them on: page by page, and as a whole for a file. */
export function adminOrderListRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  const serve = serving(app, routesOfAdminOrders);

  serve('GET /admin-api/po_orders/orders', async ({ query }) => {
    const { page = 1, limit = pageRows } = query;
    const found = await readOrderList(db, { ...chosenIn(query), limit, offset: (page - 1) * limit });
    return { ...found, page, limit, experts: await staffMembers(db), companies: await companiesWithOrders(db) };
  });

  serve('GET /admin-api/po_orders/orders/export', ({ query }) =>
    readOrderList(db, { ...chosenIn(query), limit: exportedRows }),
  );
}

function chosenIn({ q, sort = '-updated_at', ...query }: OrderListQuery): Omit<ListQuery<OrderFilter>, 'limit'> {
  const filters = {
    status: valuesOf(query.status),
    company: valuesOf(query.company),
    expert: valuesOf(query.expert),
    overdue: valuesOf(query.overdue),
  };
  return { search: q, sort, filters };
}

const valuesOf = (values: string | undefined) => values?.split(',');
