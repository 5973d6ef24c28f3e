import { useTranslation } from 'react-i18next';
import { isStaff } from '#domain/account/permissions.ts';
import { priceOf, type PriceOrRefusal } from '#domain/order/price/price-refusal.ts';
import { progressOf } from '#domain/order/life/progress.ts';
import { publishedReports } from '#domain/order/life/reports.ts';
import { isUnderWay, progressSteps, statusRows, systemActor } from '#domain/order/life/status.ts';
import type { OrderHistoryEntry, OrderStatus } from '#domain/order/data/order.ts';
import { placedTotal } from '#domain/order/price/price-difference.ts';
import { useNow } from '../../ui/now.ts';
import { useMe } from '../../session/session-context.tsx';
import { useRateCard } from '../rate-card/use-rate-card.ts';
import { dayOf, fullTimeIn, fullTimeOf, timeOf } from '../../i18n/times.ts';
import { moneyOf } from '../../i18n/money.ts';
import { displayNameOf } from '../../i18n/display-name.ts';
import { textOfCheck } from '../parts/check-text.ts';
import { nameOfOrder, progressNameOf, summaryOf } from '../parts/order-words.ts';
import { titleOf } from '../../i18n/order-title.ts';
import { ExportOrder } from '../parts/export-order.tsx';
import { Goods } from '../goods/goods.tsx';
import { RoomButton } from './order-actions.tsx';
import { Addresses } from '../addresses/order-addresses.tsx';
import { OrderCopies } from '../drafts/order-copies.tsx';
import { OrderDocuments } from './order-documents.tsx';
import { OrderFiles } from '../parts/order-files.tsx';
import { OrderRevisions } from './order-revisions.tsx';
import { PaymentDue } from './payment-due.tsx';
import { OrderSchedule } from '../plan/order-schedule.tsx';
import { OrderResults } from '../results/order-results.tsx';
import { PriceLines } from '../parts/price-lines.tsx';
import { ProgressStrip } from '../parts/progress-strip.tsx';
import { RecordFold } from './record-fold.tsx';
import { Specification } from './specification.tsx';
import { StatusChip } from '../parts/status-chip.tsx';
import { useSellerZone } from '../rate-card/seller-zone.ts';
import { useTaxText } from '../parts/tax-text.ts';
import goods from '../goods/goods.module.css';
import basics from '../../ui/basics.module.css';
import styles from './order-details.module.css';
import type { OrderView } from '../views/view-types.ts';

/** Statuses of an order that stopped: why is the first thing to know, and not only in its history. */
const stopped: ReadonlySet<OrderStatus> = new Set(['draft', 'cancelled', 'rejected']);

/** One order: status, price, specification, files and history. */
export function OrderDetails({ order, leadsToRoom }: { order: OrderView; leadsToRoom: boolean }) {
  const { t } = useTranslation('navigator');
  const me = useMe();
  const priced = priceOf(order, useRateCard());
  const hasReports = publishedReports(order).length > 0;
  const placedAt = isUnderWay(order.status) ? order.history.findLast(({ event }) => event === 'PLACE')?.at : undefined;
  return (
    <div className={styles.details}>
      <Head order={order} />
      <Progress order={order} />
      <PaymentDue order={order} />
      {/* Reports come before the details of the order once they are there. */}
      {hasReports && <OrderResults order={order} />}
      <Goods order={order} />
      <Addresses doc={order.doc} />
      {leadsToRoom && (order.ownerId === me.id || isStaff(me)) && (
        <div className={styles.onScreen}>
          <RoomButton order={order} />
        </div>
      )}
      <Price order={order} priced={priced} />
      {placedAt !== undefined && <OrderSchedule doc={order.doc} quote={priced.quote} placedAt={placedAt} />}
      <section>
        <h3>{t('history.specification')}</h3>
        <Specification doc={order.doc} />
        <OrderRevisions order={order} />
        <div className={`${styles.onScreen} ${styles.copies}`}>
          <OrderCopies order={order} />
          <ExportOrder name={nameOfOrder(order, t)} doc={order.doc} />
        </div>
      </section>
      <OrderFiles orderId={order.id} title={t('files.list')} />
      {!hasReports && <OrderResults order={order} />}
      <section>
        <h3>{t('history.title')}</h3>
        <ol className={basics.stack}>
          {order.history.toReversed().map((entry) => (
            <HistoryRow key={entry.sseq} entry={entry} />
          ))}
        </ol>
      </section>
      {order.number !== '' && <RecordFold order={order} />}
    </div>
  );
}

/** An order in brief: its status, its name, and why it stopped. */
function Head({ order }: { order: OrderView }) {
  const { t, i18n } = useTranslation('navigator');
  return (
    <div>
      <StatusChip order={order} />
      {titleOf(order) !== undefined && <h3 className={styles.name}>{titleOf(order)}</h3>}
      <p className={basics.note}>{summaryOf(order.doc, t, i18n.language)}</p>
      {stopped.has(order.status) && <Reason text={order.history.at(-1)?.reason} />}
      <BilledWork order={order} />
      <p className={styles.onPaper}>
        {t('history.onPaper', {
          name: displayNameOf(t, order.ownerName),
          date: fullTimeOf(i18n.language, order.createdAt),
        })}
      </p>
    </div>
  );
}

/** Shows the price of an order or the reason why it has none, and the documents about it. */
function Price({ order, priced: { quote, refusal } }: { order: OrderView; priced: PriceOrRefusal }) {
  const { t, i18n } = useTranslation('navigator');
  const tax = useTaxText();
  const zone = useSellerZone();
  const isEstimate = order.status === 'draft' || order.quote === null;
  return (
    <section>
      <h3>{t(isEstimate ? 'price.estimate' : quote?.validUntil === undefined ? 'price.agreed' : 'price.binding')}</h3>
      {quote === undefined ? (
        <p data-tone="warn">{t('price.refused', { reason: textOfCheck(refusal, t, i18n.language) })}</p>
      ) : (
        <PriceLines quote={quote} />
      )}
      {quote === undefined ? null : quote.validUntil === undefined ? (
        <p className={basics.note}>{t('price.note')}</p>
      ) : (
        <p className={basics.note}>
          {t('price.reviewed', {
            tax,
            placed: moneyOf(i18n.language, placedTotal(quote), quote.currency),
            date: fullTimeIn(i18n.language, quote.validUntil, zone),
          })}
        </p>
      )}
      <div className={`${styles.onScreen} ${styles.documents}`}>
        <OrderDocuments order={order} />
      </div>
    </section>
  );
}

/** Progress from draft to delivered; hidden for statuses that are not part of it, such as cancelled. */
function Progress({ order }: { order: OrderView }) {
  const { t } = useTranslation('navigator');
  const { step } = progressOf(order);
  if (step === null) return null;
  return (
    <div>
      <ProgressStrip order={order} />
      <p className={basics.note}>
        {t('progress.now', {
          step: progressNameOf(order, t),
          at: step + 1,
          of: progressSteps.length,
        })}
      </p>
    </div>
  );
}

function Reason({ text }: { text: string | null | undefined }) {
  return text ? <p className={`${goods.said} ${styles.reason}`}>{text}</p> : null;
}

function HistoryRow({ entry }: { entry: OrderHistoryEntry }) {
  const { t, i18n } = useTranslation('navigator');
  const now = useNow();
  const label = t(`status.${entry.to}`, { defaultValue: statusRows[entry.to].label });
  return (
    <li className={styles.entry}>
      <span data-tone={entry.to} className={styles.mark} aria-hidden />
      <div>
        <strong>{label}</strong>
        <small>
          {t(`event.${entry.event}`, { defaultValue: entry.event })} ·{' '}
          {entry.by === systemActor ? t('history.automatic') : displayNameOf(t, entry.byName)} ·{' '}
          <time dateTime={entry.at} title={fullTimeOf(i18n.language, entry.at)}>
            <span className={styles.onScreen}>
              {`${dayOf(i18n.language, entry.at, now)} ${timeOf(i18n.language, entry.at)}`}
            </span>
            <span className={styles.onPaper}>{fullTimeOf(i18n.language, entry.at)}</span>
          </time>
        </small>
        <Reason text={entry.reason} />
      </div>
    </li>
  );
}

/** Shows the bill of an order that ended after its price was accepted; renders nothing for others. */
function BilledWork({ order: { history, quote } }: { order: OrderView }) {
  const { t, i18n } = useTranslation('navigator');
  const bill = history.findLast((entry) => entry.bill !== undefined)?.bill;
  if (bill === undefined || quote === null) return null;
  const money = (cents: number) => moneyOf(i18n.language, cents, bill.currency);
  return (
    <p>
      <strong>{t('bill.work', { total: money(bill.total), agreed: money(quote.total) })}</strong>{' '}
      {bill.settlement !== 'none' && t(`bill.${bill.settlement}`)}
    </p>
  );
}
