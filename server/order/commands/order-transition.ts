import type { CommandArgs } from '#domain/spine/wire/commands.ts';
import { Refusal } from '#domain/ground/errors.ts';
import { uuidv5 } from '#domain/ground/ids.ts';
import type { Order, Quote, WorkBill } from '#domain/order/data/order.ts';
import { isExpired, problemsWithReview, reviewedQuote } from '#domain/order/price/review.ts';
import {
  type InvoiceChange,
  type OrderRole,
  allowedEvents,
  needsReason,
  statusAfter,
  systemActor,
  transitionOf,
} from '#domain/order/life/status.ts';
import { isBlank } from '#domain/ground/text.ts';
import { refuseTooMuch } from '../work/order-limit.ts';
import { readableOrder, refuseOthers, roleIn } from '../work/order-role.ts';
import type { CommandRecord } from '../../spine/work/part.ts';
import { command, type Work } from '../../spine/work/rules.ts';
import { desk } from '../parts/desk.ts';
import { orders } from '../parts/orders.ts';
import type { Invoices } from '../../payment/parts/invoices.ts';
import { billOf } from './order-bill.ts';
import { refuseMissingGoods } from './order-goods.ts';
import { moveCells, refuseMissingReports } from './order-results.ts';

type Args = CommandArgs<'order.transition'>;

/** Changes an order's status in any other way, by the table in `domain/order/life/status.ts`. */
export const orderTransition = (invoices: Invoices) =>
  command('order.transition', {
    uses: { orders, desk, invoices },
    needs: ({ args: { orderId } }) => ({ orders: [{ id: orderId }], desk: [orderId], invoices: [orderId] }),
    decide(work, { args, cmdId }) {
      const { actor } = work;
      const order = readableOrder(work, args.orderId);
      const who = work.as ?? roleIn(order, actor);
      if (who === undefined) {
        refuseOthers(order, actor);
        throw new Refusal('FORBIDDEN');
      }
      const move = allowedMove(work, order, args, who);
      const reason = isBlank(args.reason ?? '') ? null : (args.reason?.trim() ?? null);
      const quote = bindingPrice(work, order, args);
      const bill = billOf(work, order, { args, who, invoice: move.invoice });
      writeForStaff(work, order, { args, cmdId, who });
      const { shipment } = args;
      const entry = {
        from: order.status,
        to: move.to,
        event: args.event,
        ...(who === 'system' ? { by: systemActor, byName: systemActor } : { by: actor.id, byName: actor.name }),
        at: work.at,
        reason,
        ...(shipment === undefined ? {} : { shipment }),
        ...(bill === undefined ? {} : { bill }),
      };
      // A step back to draft is never refused for the number of drafts, which would trap the order: the next new order is.
      if (who === 'expert' || who === 'admin')
        refuseTooMuch(work, [], [entry, ...(quote === undefined ? [] : [quote])]);
      const data = { orderId: order.id, entry, ...(quote === undefined ? {} : { quote }) };
      work.append(`order:${order.id}`, 'order.status_changed', data, true);
      moveCells(work, order, entry);
      if (move.invoice !== undefined) changeInvoice(work, order, move.invoice, bill);
      return { status: move.to, number: order.number };
    },
  });

type TransitionWork = Work<{ desk: typeof desk; invoices: Invoices }>;

/** Returns the step that an event is. @throws Refusal where it is not allowed now, or something is missing that it needs */
function allowedMove(work: Work<{ invoices: Invoices }>, order: Order, args: Args, who: OrderRole) {
  if (order.status !== args.expectStatus || order.sseq !== (args.expectVersion ?? order.sseq)) {
    const details = {
      from: order.status,
      expected: args.expectStatus,
      version: order.sseq,
      allowed: allowedEvents(order.status, who, order.doc),
    };
    throw new Refusal('STALE', details);
  }
  const move = transitionOf(order.status, args.event, who, order.doc, {
    openCredit: work.invoices.hasOpenCredit(order),
  });
  if ('code' in move) {
    throw new Refusal(move.code, { from: order.status, to: statusAfter(args.event), allowed: move.allowed });
  }
  // Placing and editing have commands of their own, which check more than the status.
  if (args.event === 'PLACE' || move.to === order.status) {
    throw new Refusal('ILLEGAL_TRANSITION', { from: order.status, to: move.to, allowed: [] });
  }
  if (isBlank(args.reason ?? '') && needsReason(order.status, args.event)) {
    throw new Refusal('INVALID', [{ path: 'reason', code: 'REQUIRED' }]);
  }
  if (move.invoice === 'paid' && work.invoices.statusOf(order.id) === 'draft') throw new Refusal('INVOICE_WAITS');
  refuseMissingReports(order, args.event);
  refuseMissingGoods(order, args);
  return move;
}

/** Keeps the note for staff, and puts the user who starts the review in charge unless another one is. */
function writeForStaff(
  work: TransitionWork,
  { id: orderId }: Order,
  { args: { event, note }, cmdId, who }: { args: Args; cmdId: string; who: OrderRole },
): void {
  if (note !== undefined && who === 'customer') throw new Refusal('INVALID', [{ path: 'note', code: 'ONLY_STAFF' }]);
  const about = { orderId, author: work.actor.id };
  if (event === 'START_REVIEW') work.desk.write({ ...about, kind: 'charge', id: uuidv5(`${cmdId}/expert`) });
  if (note !== undefined && !isBlank(note))
    work.desk.write({ ...about, kind: 'note', id: uuidv5(`${cmdId}/note`), text: note.trim() });
}

/**
 * Checks the price that a command makes binding or accepts.
 * @returns the binding price of an approval; undefined where the price stays
 */
function bindingPrice(work: CommandRecord, order: Order, args: Args): Quote | undefined {
  const { event, overrides, validUntil, quoteHash } = args;
  if (event !== 'APPROVE') {
    const strange = Object.entries({ overrides, validUntil }).filter(([, value]) => value !== undefined);
    if (strange.length > 0)
      throw new Refusal(
        'INVALID',
        strange.map(([path]) => ({ path, code: 'ONLY_APPROVE' })),
      );
    if (event === 'ACCEPT_QUOTE') refuseOtherPrice(work.at, order, quoteHash);
    return undefined;
  }
  if (order.quote === null) throw new Refusal('INVALID', [{ path: 'orderId', code: 'NO_PRICE' }]);
  const problems = problemsWithReview(order.quote, args, work.at);
  if (problems.length > 0) throw new Refusal('INVALID', problems);
  return reviewedQuote(order.quote, args, { at: work.at, by: work.actor.id, byName: work.actor.name });
}

/** @throws Refusal unless this is the present price, and still binding */
function refuseOtherPrice(at: string, { quote }: Order, quoteHash: string | undefined): void {
  if (quoteHash === undefined) throw new Refusal('INVALID', [{ path: 'quoteHash', code: 'REQUIRED' }]);
  if (quote === null || quote.hash !== quoteHash) throw new Refusal('QUOTE_CHANGED', { quote });
  if (isExpired(quote, at)) throw new Refusal('QUOTE_EXPIRED', { validUntil: quote.validUntil });
}

function changeInvoice(
  { actor, invoices }: TransitionWork,
  order: Order,
  change: InvoiceChange,
  bill: WorkBill | undefined,
): void {
  const { quote } = order;
  if (change === 'paid' || change === 'void') invoices.change({ change, order, by: actor.id });
  else if (quote === null) return;
  else if (change === 'issued') invoices.change({ change, order, quote });
  else if (bill !== undefined) invoices.change({ change, order, quote, bill, by: actor.id });
}
