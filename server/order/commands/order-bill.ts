import type { CommandArgs } from '#domain/spine/wire/commands.ts';
import { Refusal } from '#domain/ground/errors.ts';
import type { Order, WorkBill } from '#domain/order/data/order.ts';
import type { InvoiceChange, OrderRole } from '#domain/order/life/status.ts';
import { problemsWithWork, workBill } from '#domain/order/price/work-done.ts';
import type { Work } from '../../spine/work/rules.ts';
import type { Invoices } from '../../payment/parts/invoices.ts';

interface Ending {
  args: CommandArgs<'order.transition'>;
  who: OrderRole;
  invoice: InvoiceChange | undefined;
}

/**
 * Returns the bill of a step that ends an order after its price was accepted. Staff who cancel state the work done;
 * a step without a statement bills nothing, because no work has begun where it is possible.
 * @returns undefined for every other step
 * @throws Refusal where the work is not stated, stated wrongly, or stated for another step
 */
export function billOf(
  work: Work<{ invoices: Invoices }>,
  order: Order,
  { args: { event, workDone }, who, invoice }: Ending,
): WorkBill | undefined {
  const { quote } = order;
  const isStated = invoice === 'billed' && event === 'CANCEL' && who !== 'customer';
  if (workDone !== undefined && !isStated) throw new Refusal('INVALID', [{ path: 'workDone', code: 'ONLY_CANCEL' }]);
  if (invoice !== 'billed' || quote === null) return undefined;
  if (isStated && workDone === undefined) {
    const message = 'State what is billed of each line as work_done; [] if nothing was done.';
    throw new Refusal('INVALID', [{ path: 'workDone', code: 'REQUIRED', message }]);
  }
  const problems = problemsWithWork(quote, workDone ?? []);
  if (problems.length > 0) throw new Refusal('INVALID', problems);
  const status = work.invoices.statusOf(order.id);
  // A draft is replaced as an open invoice is.
  return workBill(quote, workDone ?? [], status === 'draft' ? 'open' : status);
}
