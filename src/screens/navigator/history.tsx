import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import { useSelector } from '@xstate/react';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import SearchX from 'lucide-react/icons/search-x';
import type { OrderStatus } from '#domain/order/order.ts';
import { priceOf } from '#domain/order/price.ts';
import { statusRows } from '#domain/order/status.ts';
import { ordersOf } from '../../db/views.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyOrAwaited } from '../../session/arrival.tsx';
import { useNow } from '../../ui/now.ts';
import { useRateCard, useSession } from '../../session/session-context.tsx';
import { briefOf, fullTimeOf, timeOf } from '../words/times.ts';
import { useDiscarding } from './discard-draft.ts';
import { moneyOf } from '../words/money.ts';
import { displayNameOf } from '../words/display-name.ts';
import { OrderSheet } from './order-sheet.tsx';
import { summaryOf, titleOf } from './order-words.ts';
import { StatusChip } from './status-chip.tsx';
import styles from './history.module.css';
import type { OrderView } from '../../db/view-types.ts';

const statuses: readonly OrderStatus[] = [
  'draft',
  'submitted',
  'reviewing',
  'reviewed',
  'awaiting_payment',
  'processing',
  'awaiting_delivery_of_material',
  'prototyping',
  'testing',
  'shipped',
  'delivered',
  'cancelled',
  'rejected',
];

/** `/one-stop-order/history`: all orders; with an id, that order in a side sheet. */
export function HistoryScreen() {
  const { db, me } = useSession();
  const { orderId } = useParams();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const orders = useLiveQuery(() => ordersOf(db, me), [db, me]);
  if (orders === undefined) return <Loading />;
  return (
    <div className={styles.page}>
      <Orders orders={orders} />
      {orderId !== undefined && (
        <OrderSheet
          order={orders.find(({ id }) => id === orderId)}
          onClose={() =>
            void navigate(
              { pathname: '/one-stop-order/history', search: params.toString() },
              { state: { closed: orderId } },
            )
          }
        />
      )}
    </div>
  );
}

/** Returns the focus to the order whose sheet was closed, because closing the sheet remounts the page. */
function useFocusOnClosed(): void {
  const state: unknown = useLocation().state;
  useEffect(() => {
    const closed: unknown = Reflect.get(Object(state), 'closed');
    if (typeof closed !== 'string') return undefined;
    // In a later task: the dialog restores the focus in a task of its own, to an element that no longer exists.
    const timer = setTimeout(() => document.querySelector<HTMLElement>(`a[href$="/${CSS.escape(closed)}"]`)?.focus());
    return () => clearTimeout(timer);
  }, [state]);
}

function Loading() {
  const { t } = useTranslation('navigator');
  return <Skeleton label={t('history.loading')} shape="row" lines={6} />;
}

function Orders({ orders }: { orders: OrderView[] }) {
  useFocusOnClosed();
  const { t } = useTranslation('navigator');
  const [params, setParams] = useSearchParams();
  const [search, setSearch] = useState('');
  const status = params.get('status') ?? '';
  const discarding = useDiscarding();
  if (orders.length === 0) {
    return (
      <>
        <div className={styles.filters}>
          <NewOrderLink />
        </div>
        <EmptyOrAwaited loading={<Loading />}>
          <EmptyState icon={<ClipboardList />} title={t('history.emptyTitle')}>
            {t('history.emptyText')}
          </EmptyState>
        </EmptyOrAwaited>
      </>
    );
  }
  const shown = orders.filter(
    (order) => !discarding.has(order.id) && hasStatus(order, status) && matches(order, search.trim().toLowerCase()),
  );
  const options = statuses.map((each) => ({
    value: each,
    label: t(`status.${each}`, { defaultValue: statusRows[each].label }),
  }));
  return (
    <>
      <div className={styles.filters}>
        <Field label={t('history.search')} value={search} onChange={setSearch} autoComplete="off" />
        <Select
          label={t('history.status')}
          value={status}
          placeholder={t('history.anyStatus')}
          options={options}
          onChange={(value) => setParams(value === '' ? {} : { status: value }, { replace: true })}
        />
        <NewOrderLink />
      </div>
      {shown.length === 0 ? (
        <EmptyState icon={<SearchX />} title={t('history.noneTitle')}>
          {t('history.noneText')}
        </EmptyState>
      ) : (
        <ul className={styles.list} aria-label={t('history.list')}>
          {shown.map((order) => (
            <OrderRow key={order.id} order={order} />
          ))}
        </ul>
      )}
      <AsOf />
    </>
  );
}

function NewOrderLink() {
  const { t } = useTranslation('navigator');
  return (
    <Link to="/one-stop-order/Prototyping" className={buttonClass} data-variant="primary">
      {t('history.new')}
    </Link>
  );
}

/** Time of the last sync, shown while disconnected. It is below the list, so that the list does not move. */
function AsOf() {
  const { t, i18n } = useTranslation('navigator');
  const { sync } = useSession();
  const offline = useSelector(sync, (state) => state.context.phase !== 'live' && state.context.phase !== 'catchingUp');
  const at = useSelector(sync, (state) => state.context.lastSyncedAt);
  if (!offline || at === null) return null;
  return <p className={styles.asOf}>{t('history.asOf', { time: timeOf(i18n.language, at) })}</p>;
}

/**
 * Whether the order matches the status filter. Statuses with the same label (`done` and `delivered`) match each other.
 * Without a filter, discarded drafts are hidden.
 */
function hasStatus(order: OrderView, status: string): boolean {
  const wanted = statuses.find((each) => each === status);
  if (wanted !== undefined) return statusRows[order.status].label === statusRows[wanted].label;
  return !(order.status === 'cancelled' && order.history.at(-1)?.event === 'DISCARD');
}

function matches(order: OrderView, search: string): boolean {
  const texts = [order.number, order.doc['title'], order.doc['format']];
  return search === '' || texts.some((text) => typeof text === 'string' && text.toLowerCase().includes(search));
}

function OrderRow({ order }: { order: OrderView }) {
  const { t, i18n } = useTranslation('navigator');
  const { me } = useSession();
  const now = useNow();
  const quote = priceOf(order, useRateCard());
  return (
    <li>
      <Link to={`/one-stop-order/history/${order.id}`} className={styles.row}>
        <span className={styles.number}>{order.number || t('wizard.newOrder')}</span>
        <span className={styles.name}>
          <strong>{titleOf(order) ?? summaryOf(order.doc, t, i18n.language)}</strong>
          {titleOf(order) !== undefined && <small>{summaryOf(order.doc, t, i18n.language)}</small>}
          {order.ownerId !== me.id && <small>{t('history.owner', { name: displayNameOf(t, order.ownerName) })}</small>}
        </span>
        <span className={styles.status}>
          <StatusChip order={order} />
          {order.pendingTransition !== null && order.pendingTransition !== 'PLACE' && (
            <small>{t('history.intent')}</small>
          )}
          {order.refused !== null && <small data-tone="danger">{t('history.needsYou')}</small>}
        </span>
        <span className={styles.total}>{moneyOf(i18n.language, quote.total, quote.currency)}</span>
        <time dateTime={order.updatedAt} title={fullTimeOf(i18n.language, order.updatedAt)} className={styles.time}>
          {briefOf(i18n.language, order.updatedAt, now)}
        </time>
      </Link>
    </li>
  );
}
