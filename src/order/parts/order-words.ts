import type { TFunction } from 'i18next';
import { nameIn } from '#domain/order/data/korean-names.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { parsePath } from '#domain/order/fields/paths.ts';
import { progressOf } from '#domain/order/life/progress.ts';
import { progressSteps, statusRows } from '#domain/order/life/status.ts';
import { templateNameOf } from '#domain/order/fields/template.ts';
import { testsOf } from '#domain/order/data/tests.ts';
import type { OrderView } from '../views/view-types.ts';
import { titleOf } from '../../i18n/order-title.ts';
import { stepOf } from './step-of.ts';

/** Returns the display name of an order: of a template its name; else its title, its number, or "new order". */
export function nameOfOrder(order: OrderView, t: TFunction<'navigator'>): string {
  return templateNameOf(order.doc) ?? titleOf(order) ?? (order.number === '' ? t('wizard.newOrder') : order.number);
}

/**
 * Returns the name of the step of the progress at which an order is. The last step has the name of the order's status:
 * an order that is shipped is not delivered.
 */
export function progressNameOf(order: OrderView, t: TFunction<'navigator'>): string | undefined {
  const { step, awaitsGoods } = progressOf(order);
  if (step === null) return undefined;
  if (awaitsGoods) return t('progress.results');
  const name = progressSteps[step];
  return step === progressSteps.length - 1
    ? t(`status.${order.status}`, { defaultValue: statusRows[order.status].label })
    : t(`progress.${name}`, { defaultValue: name });
}

/** Returns the name of an order with its number, because several orders may have one name. */
export function fullNameOf(order: OrderView, t: TFunction<'navigator'>): string {
  return [...new Set([nameOfOrder(order, t), order.number])].filter(Boolean).join(' · ');
}

/** Returns a one-line summary of an order: service, quantity and format of the cells, types of tests. */
export function summaryOf(doc: OrderDoc, t: TFunction<'navigator'>, language: string): string {
  const service = doc['service'];
  if (typeof service !== 'string') return t('summary.empty');
  const { quantity, format } = doc;
  const name = typeof format === 'string' ? t(`option.format.${format}`, { defaultValue: format }) : undefined;
  const cells = name === undefined ? [] : [typeof quantity === 'number' ? `${quantity} × ${name}` : name];
  const tests = testsOf(doc).map(({ type }) => nameIn(language.startsWith('ko'), type));
  return [t(`option.service.${service}`), ...cells, ...new Set(tests)].join(' · ');
}

/** Returns the name of the field at a path, an electrode's with the electrode before it; else that of its step. */
export function nameOfPath(t: TFunction<'navigator'>, path: string): string {
  const place = parsePath(path);
  if (place?.is !== 'field') return t(`step.${stepOf(path)}`);
  const label = t(`field.${place.field.key}`, { defaultValue: place.field.key });
  return place.list === 'electrodes' ? `${t(`group.${place.item}`)}: ${label}` : label;
}
