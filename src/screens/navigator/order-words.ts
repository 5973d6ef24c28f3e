import type { TFunction } from 'i18next';
import type { OrderDoc } from '#domain/order/order.ts';
import { testsOf } from '#domain/order/tests.ts';
import { isBlank } from '#domain/text.ts';
import type { OrderView } from '../../db/views.ts';

/** The customer's own name for an order, if it has one. */
export function titleOf(order: OrderView): string | undefined {
  const title = order.doc['title'];
  return typeof title === 'string' && !isBlank(title) ? title : undefined;
}

/** How an order is called: its title, else its number, else that it is new. */
export function nameOfOrder(order: OrderView, t: TFunction<'navigator'>): string {
  return titleOf(order) ?? (order.number === '' ? t('wizard.newOrder') : order.number);
}

/** What an order is about, in a line: service, cells, format, tests. */
export function summaryOf(doc: OrderDoc, t: TFunction<'navigator'>): string {
  const service = doc['service'];
  if (typeof service !== 'string') return t('summary.empty');
  const { quantity, format } = doc;
  const name = typeof format === 'string' ? t(`option.format.${format}`, { defaultValue: format }) : undefined;
  const cells = name === undefined ? [] : [typeof quantity === 'number' ? `${quantity} × ${name}` : name];
  const tests = testsOf(doc).map((test) => test.type);
  return [t(`option.service.${service}`), ...cells, ...new Set(tests)].join(' · ');
}
