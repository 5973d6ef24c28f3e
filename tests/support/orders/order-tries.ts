import { expect } from 'vitest';
import { sql } from 'kysely';
import type { Order } from '#domain/order/data/order.ts';
import type { OrderRole } from '#domain/order/life/status.ts';
import type { PushResult } from '#domain/spine/wire/sync.ts';
import { shipment } from './goods.ts';
import { at, type SignedIn, type TestServer } from '../servers/server.ts';
import { allEvents, allowedTo, allStatuses, reasoned, rowFor, servicesIn, type Situation } from './transitions.ts';
import { newId } from '../users.ts';

/** Tries to move an order: every event in every situation, through both doors, and what must come of it. */

export interface Try extends Situation {
  event: string;
  /** Who tries it, where that decides what the command needs. */
  role?: OrderRole;
}

export const tries: readonly Try[] = allStatuses.flatMap((status) =>
  servicesIn(status).flatMap((service) => allEvents.map((event) => ({ status, service, event }))),
);

/** Placing and editing have commands of their own. */
export const ownCommands: ReadonlySet<string> = new Set(['PLACE', 'EDIT']);

export type Outcome = { to: string } | { code: string; allowed: string[] };

/** What the table says about a try of somebody with this role. */
export function outcomeFor(who: OrderRole, each: Try): Outcome {
  const row = rowFor(each, each.event);
  if (row?.[3].includes(who) === true) {
    return ownCommands.has(each.event) ? { code: 'ILLEGAL_TRANSITION', allowed: [] } : { to: row[1] };
  }
  return { code: row === undefined ? 'ILLEGAL_TRANSITION' : 'FORBIDDEN', allowed: allowedTo(who, each) };
}

/** Statuses in which staff who cancel an order state the work done. */
const billed: ReadonlySet<string> = new Set(['processing', 'awaiting_delivery_of_material', 'prototyping', 'testing']);

/** What a command needs beside its event. */
function argsOf({ id, quote }: Order, { event, status, role }: Try) {
  const isBilled = event === 'CANCEL' && billed.has(status) && (role === 'expert' || role === 'admin');
  return {
    ...(isBilled ? { workDone: [] } : {}),
    ...(event === 'SHIP' ? { shipment } : {}),
    orderId: id,
    event,
    expectStatus: status,
    ...(reasoned.has(event) ? { reason: 'As agreed on the telephone' } : {}),
    ...(event === 'ACCEPT_QUOTE' && quote !== null ? { quoteHash: quote.hash } : {}),
  };
}

/** A status change as a device pushes it. */
export const commandOf = (order: Order, each: Try, cmdId = newId()) => ({
  cmdId,
  type: 'order.transition',
  v: 1,
  args: argsOf(order, each),
});

/** The event of a job. */
export const bySystem = (server: TestServer, order: Order, each: Try, cmdId?: string) =>
  server.db
    .transaction()
    .execute((tx) => server.bus.executeWithin(tx, order.ownerId, commandOf(order, each, cmdId), 'system'));

/** Sends an event through the staff's door. */
export function command(server: TestServer, who: SignedIn | null, order: Order, each: Try, key = newId()) {
  const {
    orderId: order_id,
    event,
    expectStatus: expect_status,
    workDone,
    ...more
  } = argsOf(order, { role: 'admin', ...each });
  const { quoteHash: _, ...rest } = more;
  const body = { order_id, event, expect_status, ...rest, ...(workDone === undefined ? {} : { work_done: workDone }) };
  const path = '/admin-api/po_system/order_command';
  return server.request(who, 'POST', path, body, { 'idempotency-key': key });
}

export const sorted = (events: unknown): string[] => (Array.isArray(events) ? events.map(String).sort() : []);

/** What a device is answered. */
export function outcomeOf(result: PushResult | undefined): Outcome {
  if (result?.s === 'ok') return { to: String(at(result, 'out.status')) };
  if (result?.s !== 'rejected') throw new Error(`no decision: ${JSON.stringify(result)}`);
  return { code: result.code, allowed: sorted(at(result.details, 'allowed')) };
}

/** Compares the stored orders with what the tries have answered: who was refused has changed nothing. */
export async function expectStored({ db }: TestServer, written: Order[], outcomes: Outcome[]): Promise<void> {
  const { rows } = await sql<{ id: string; status: string; version: number; steps: number }>`
    select id, status, jsonb_array_length(data -> 'history') as steps,
           -- A step may change the states of cells, by an event of its own.
           (data ->> 'sseq')::int - jsonb_array_length(coalesce(data -> 'cells', '[]')) as version from orders
     where id = any(${written.map(({ id }) => id)}::uuid[])`.execute(db);
  const stored = new Map(rows.map(({ id, ...row }) => [id, row]));
  const expected = written.map(({ status, sseq, history }, i) => {
    const outcome = outcomes[i];
    const moves = outcome !== undefined && 'to' in outcome;
    return {
      status: moves ? outcome.to : status,
      version: sseq + Number(moves),
      steps: history.length + Number(moves),
    };
  });
  expect(written.map(({ id }) => stored.get(id))).toEqual(expected);
}
