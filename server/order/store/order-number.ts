import { sql } from 'kysely';

/** The number of a new order, such as PO-2026-000123, with the year in UTC; an SQL expression. Each use draws the next one. */
export const nextOrderNumber = sql<string>`'PO-' || to_char(now() at time zone 'utc', 'YYYY') || '-' || lpad(nextval('order_numbers')::text, 6, '0')`;
