import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import {
  type OrderListQuery,
  orderExportQuery,
  orderExportReply,
  orderListQuery,
  orderListReply,
} from '#domain/order/wire/admin-orders.ts';
import { companiesWithOrders, type OrderFilter, readOrderList } from '../store/order-list.ts';
import { staffMembers } from '../store/order-desk.ts';
import type { ListQuery } from '../../database/list-query.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { exportedRows } from '../../http/paged.ts';
import { pageRows } from '#domain/ground/page-rows.ts';

/** All orders, for staff who move them on: page by page, and as a whole for a file. */
export function adminOrderListRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.get(
    '/admin-api/po_orders/orders',
    { schema: { querystring: orderListQuery, response: { 200: orderListReply } } },
    async ({ query }) => {
      const { page = 1, limit = pageRows } = query;
      const found = await readOrderList(db, { ...chosenIn(query), limit, offset: (page - 1) * limit });
      return { ...found, page, limit, experts: await staffMembers(db), companies: await companiesWithOrders(db) };
    },
  );

  routes.get(
    '/admin-api/po_orders/orders/export',
    { schema: { querystring: orderExportQuery, response: { 200: orderExportReply } } },
    ({ query }) => readOrderList(db, { ...chosenIn(query), limit: exportedRows }),
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
