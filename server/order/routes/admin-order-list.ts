import type { FastifyInstance } from 'fastify';
import { type OrderListQuery, routesOfAdminOrders } from '#domain/order/wire/admin-orders.ts';
import { companiesWithOrders, type OrderFilter, readOrderList } from '../store/order-list.ts';
import { staffMembers } from '../store/order-desk.ts';
import type { ListQuery } from '../../database/list-query.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { chosenIn, exportedRows } from '../../http/paged.ts';
import { serving } from '../../http/serve-routes.ts';

/** All orders, for staff who move them on: page by page, and as a whole for a file. */
export function adminOrderListRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  const serve = serving(app, routesOfAdminOrders);

  serve('GET /admin-api/po_orders/orders', async ({ query }) => ({
    ...(await readOrderList(db, chosen(query))),
    experts: await staffMembers(db),
    companies: await companiesWithOrders(db),
  }));

  serve('GET /admin-api/po_orders/orders/export', ({ query }) =>
    readOrderList(db, { ...chosen(query), limit: exportedRows }),
  );
}

function chosen(query: OrderListQuery): ListQuery<OrderFilter> {
  return chosenIn(query, '-updated_at', ['status', 'company', 'expert', 'overdue']);
}
