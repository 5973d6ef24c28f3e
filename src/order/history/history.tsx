import { type KeyboardEvent, type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import MessagesSquare from 'lucide-react/icons/messages-square';
import SearchX from 'lucide-react/icons/search-x';
import { statusRows } from '#domain/order/life/status.ts';
import { DAY } from '#domain/ground/units.ts';
import { ordersSeenBy } from '../views/order-views.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Select } from '../../ui/form/select.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { UnreadCount } from '../../ui/unread-count.tsx';
import { EmptyOrAwaited } from '../../session/arrival.tsx';
import { useNow } from '../../ui/now.ts';
import { useSession, useSync } from '../../session/session-context.tsx';
import { shortTimeOf, fullTimeOf, timeOf } from '../../i18n/times.ts';
import { useAddressParams } from '../../ui/address-params.ts';
import { ChoosingBar } from './choosing-bar.tsx';
import { useDayText } from '../parts/day-text.ts';
import { useDiscarding } from '../parts/discard-draft.ts';
import { chosenStatuses, expectedDay, hasStatus, orderHasWords, isOf, statusGroups } from './history-filter.ts';
import { usePriceText } from '../parts/price-text.ts';
import { displayNameOf } from '../../i18n/display-name.ts';
import { OrderSheet } from '../sheet/order-sheet.tsx';
import { chosenOrdersIn, chosenParam, mostChosen, valueAfter } from './orders-to-compare.ts';
import { ProgressStrip } from '../parts/progress-strip.tsx';
import { fullNameOf, summaryOf } from '../parts/order-words.ts';
import { titleOf } from '../../i18n/order-title.ts';
import { StartOrder } from '../drafts/start-order.tsx';
import { StatusChip } from '../parts/status-chip.tsx';
import { useUnreadByOrder } from './unread-by-order.ts';
import basics from '../../ui/basics.module.css';
import styles from './history.module.css';
import type { OrderView } from '../views/view-types.ts';

/** `/one-stop-order/history`: all orders; with an id, that order in a side sheet. */
export function HistoryScreen() {
  const { db, me } = useSession();
  const { orderId } = useParams();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const orders = useLiveQuery(() => ordersSeenBy(db, me), [db, me]);
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
              { replace: true, state: { closed: orderId } },
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
    const timer = setTimeout(() =>
      document.querySelector<HTMLElement>(`a[href*="/history/${CSS.escape(closed)}"]`)?.focus(),
    );
    return () => clearTimeout(timer);
  }, [state]);
}

function Loading() {
  const { t } = useTranslation('navigator');
  return <Skeleton label={t('history.loading')} shape="row" lines={6} />;
}

function Orders({ orders }: { orders: OrderView[] }) {
  useFocusOnClosed();
  const { t, i18n } = useTranslation('navigator');
  const { me } = useSession();
  const [params, set] = useAddressParams();
  const discarding = useDiscarding();
  const unread = useUnreadByOrder();
  const chosen = chosenOrdersIn(params.get(chosenParam));
  if (orders.length === 0) return <NoOrders />;
  const of = (name: string) => params.get(name) ?? '';
  const shown = orders.filter(
    (order) =>
      !discarding.has(order.id) &&
      hasStatus(order, of('status')) &&
      isOf(order, of('whose'), me) &&
      orderHasWords(order, of('q'), t, i18n.language),
  );
  return (
    <>
      <ToMessenger unread={[...unread.values()].reduce((sum, count) => sum + count, 0)} />
      <Filters hasColleagues={orders.some(({ ownerId }) => ownerId !== me.id)} params={params} onSet={set}>
        {orders.length > 1 && (
          <Button
            aria-pressed={chosen !== undefined}
            onClick={() => set(chosenParam, chosen === undefined ? valueAfter() : '')}
          >
            {t('compare.orders')}
          </Button>
        )}
      </Filters>
      {chosen !== undefined && <ChoosingBar chosen={chosen} onEnd={() => set(chosenParam, '')} />}
      {shown.length === 0 ? (
        <EmptyState icon={<SearchX />} title={t('history.noneTitle')}>
          {t('history.noneText')}
        </EmptyState>
      ) : (
        <ul className={styles.list} aria-label={t('history.list')}>
          {shown.map((order) => (
            <OrderRow
              key={order.id}
              order={order}
              unread={unread.get(order.id) ?? 0}
              chosen={chosen}
              onChoose={() => set(chosenParam, valueAfter(chosen, order.id))}
            />
          ))}
        </ul>
      )}
      <AsOf />
    </>
  );
}

function NoOrders() {
  const { t } = useTranslation('navigator');
  return (
    <>
      <div className={styles.filters}>
        <StartOrder />
      </div>
      <EmptyOrAwaited loading={<Loading />}>
        <EmptyState icon={<ClipboardList />} title={t('history.emptyTitle')}>
          {t('history.emptyText')}
        </EmptyState>
      </EmptyOrAwaited>
    </>
  );
}

/** The arrow keys move between the orders. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined;
  if (step === undefined) return;
  event.preventDefault();
  const links = [...(event.currentTarget.closest('ul')?.querySelectorAll('a') ?? [])];
  links[links.findIndex((link) => link === event.currentTarget) + step]?.focus();
}

/** As in the lists of staff, x chooses the order that has the focus. */
function isChoosingKey({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key === 'x' && !altKey && !ctrlKey && !metaKey;
}

interface FiltersProps {
  hasColleagues: boolean;
  params: URLSearchParams;
  onSet: (name: string, value: string) => void;
  children: ReactNode;
}

/** Search and filters. The address has them, so that it can be shared, and Back returns to them. */
function Filters({ hasColleagues, params, onSet: set, children }: FiltersProps) {
  const { t } = useTranslation('navigator');
  const groups = Object.keys(statusGroups).map((value) => ({ value, label: t(`history.group.${value}`) }));
  const statuses = chosenStatuses.map((value) => ({
    value,
    label: t(`status.${value}`, { defaultValue: statusRows[value].label }),
  }));
  const whose = ['mine', 'company'].map((value) => ({ value, label: t(`history.whose.${value}`) }));
  return (
    <div className={styles.filters}>
      <Field
        label={t('history.search')}
        value={params.get('q') ?? ''}
        onChange={(text) => set('q', text)}
        autoComplete="off"
      />
      <Select
        label={t('history.status')}
        value={params.get('status') ?? ''}
        placeholder={t('history.anyStatus')}
        options={[...groups, ...statuses]}
        onChange={(value) => set('status', value)}
      />
      {(hasColleagues || params.has('whose')) && (
        <Select
          label={t('history.whose.label')}
          value={params.get('whose') ?? ''}
          placeholder={t('history.whose.all')}
          options={whose}
          onChange={(value) => set('whose', value)}
        />
      )}
      {children}
      <StartOrder />
    </div>
  );
}

/** Leads to the messages about orders on phones, whose bottom row has no place of its own for them. */
function ToMessenger({ unread }: { unread: number }) {
  const { t } = useTranslation('navigator');
  return (
    <div className={styles.toMessenger}>
      <Link to="/one-stop-order/messenger" className={buttonClass} data-variant="secondary">
        <MessagesSquare aria-hidden />
        {t('history.toMessenger')}
        <UnreadCount count={unread} label={t('common:unread', { count: unread })} />
      </Link>
    </div>
  );
}

/** Time of the last sync, shown while disconnected. It is below the list, so that the list does not move. */
function AsOf() {
  const { t, i18n } = useTranslation('navigator');
  const offline = useSync(({ phase }) => phase !== 'live' && phase !== 'catchingUp');
  const at = useSync(({ lastSyncedAt }) => lastSyncedAt);
  if (!offline || at === null) return null;
  return <p className={basics.note}>{t('history.asOf', { time: timeOf(i18n.language, at) })}</p>;
}

interface OrderRowProps {
  order: OrderView;
  /** Number of unread messages about it. */
  unread: number;
  /** The orders chosen for a comparison; undefined while none are being chosen. */
  chosen: readonly string[] | undefined;
  onChoose: () => void;
}

function OrderRow({ order, unread, chosen, onChoose }: OrderRowProps) {
  const { t, i18n } = useTranslation('navigator');
  const { me } = useSession();
  const now = useNow();
  const { search } = useLocation();
  const dayText = useDayText();
  const due = expectedDay(order);
  const priceText = usePriceText();
  const isChosen = chosen?.includes(order.id) === true;
  return (
    <li data-chosen={isChosen || undefined}>
      {chosen !== undefined && (
        <label className={styles.choice}>
          <input
            type="checkbox"
            checked={isChosen}
            disabled={!isChosen && chosen.length === mostChosen}
            aria-label={t('compare.chooseNamed', { name: fullNameOf(order, t) })}
            onChange={onChoose}
          />
        </label>
      )}
      <Link
        to={{ pathname: `/one-stop-order/history/${order.id}`, search }}
        className={styles.row}
        aria-keyshortcuts="x"
        onKeyDown={(event) => (isChoosingKey(event) ? onChoose() : moveFocus(event))}
      >
        <span className={styles.number}>
          {order.number || t('wizard.newOrder')}{' '}
          <UnreadCount count={unread} label={t('common:unread', { count: unread })} />
        </span>
        <span className={styles.name}>
          <strong>{titleOf(order) ?? summaryOf(order.doc, t, i18n.language)}</strong>
          {titleOf(order) !== undefined && <small>{summaryOf(order.doc, t, i18n.language)}</small>}
          {order.ownerId !== me.id && <small>{t('history.owner', { name: displayNameOf(t, order.ownerName) })}</small>}
        </span>
        <span className={styles.status}>
          <StatusChip order={order} />
          <span aria-hidden className={styles.strip}>
            <ProgressStrip order={order} />
          </span>
          {due !== undefined && <small>{t('history.expected', { date: dayText(Date.parse(due) / DAY) })}</small>}
          {order.pendingTransition !== null && order.pendingTransition !== 'PLACE' && (
            <small>{t('history.intent')}</small>
          )}
          {order.refused !== null && <small data-tone="danger">{t('history.needsYou')}</small>}
        </span>
        <span className={styles.total}>{priceText(order)}</span>
        <time dateTime={order.updatedAt} title={fullTimeOf(i18n.language, order.updatedAt)} className={styles.time}>
          {shortTimeOf(i18n.language, order.updatedAt, now)}
        </time>
      </Link>
    </li>
  );
}
