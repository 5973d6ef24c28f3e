import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useParams } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import PackageCheck from 'lucide-react/icons/package-check';
import SearchX from 'lucide-react/icons/search-x';
import { isUuid } from '#domain/ground/ids.ts';
import { isDiscarded } from '#domain/order/life/status.ts';
import { mayChangeDraft } from '#domain/order/life/draft-rights.ts';
import { orderOf, ordersSeenBy } from '../views/order-views.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { useIsFirstPull } from '../../session/arrival.tsx';
import { useSession } from '../../session/session-context.tsx';
import { displayNameOf } from '../../i18n/display-name.ts';
import { UnknownOrder } from '../parts/unknown-order.tsx';
import type { UserDb } from '../../db/schema.ts';
import type { OrderView } from '../views/view-types.ts';
import { Drafts } from '../drafts/drafts.tsx';
import { KeptTyping } from '../parts/kept-typing.tsx';
import { leftoverTypingOf } from '../editor/leftover-typing.ts';
import type { KeptText } from '../editor/typed-fields.ts';
import { useTypingLock } from '../editor/typing-lock.ts';
import { Wizard } from './wizard.tsx';

// Also used where no wizard is open. Exported from here, so that the build makes no separate chunk for it.
export { writeLeftoverTyping } from '../editor/leftover-typing.ts';
export { DesignedOrder } from '../editor/designed-order.tsx';

/** `/one-stop-order/Prototyping`: the list of drafts; with an id, the wizard for that order. */
export function PrototypingScreen() {
  const { orderId } = useParams();
  return orderId === undefined ? <DraftChoice /> : <OrderDraft key={orderId} orderId={orderId} />;
}

function DraftChoice() {
  const { t } = useTranslation('navigator');
  const { db, me } = useSession();
  const orders = useLiveQuery(() => ordersSeenBy(db, me), [db, me]);
  if (orders === undefined) return <Skeleton label={t('drafts.loading')} shape="row" lines={4} />;
  return <Drafts drafts={orders.filter((order) => order.status === 'draft' && mayChangeDraft(me, order))} />;
}

function OrderDraft({ orderId }: { orderId: string }) {
  const { t } = useTranslation('navigator');
  const { db, me } = useSession();
  const order = useLiveQuery(async () => (await orderOf(db, me, orderId)) ?? null, [db, me, orderId]);
  const held = useTypingLock(db, orderId);
  const restored = useLeftoverTyping(db, held, orderId);
  const isFirst = useIsFirstPull();
  const state: unknown = useLocation().state;
  const isNew = Reflect.get(Object(state), 'isNew') === true;
  // The page keeps the typed text when the browser deletes the database and the order is missing for a moment.
  const [wasHere, setWasHere] = useState(false);
  if (order && !wasHere) setWasHere(true);
  // A new order does not wait for orders of other devices.
  if (order === undefined || restored === undefined || (order === null && isFirst && !isNew))
    return <Skeleton label={t('wizard.loading')} shape="block" />;
  if (!isUuid(orderId)) {
    return (
      <EmptyState
        icon={<SearchX />}
        title={t('wizard.noOrder')}
        action={<Link to="/one-stop-order/Prototyping">{t('wizard.allDrafts')}</Link>}
      >
        {t('wizard.noOrderText')}
      </EmptyState>
    );
  }
  if (order !== null && (order.status !== 'draft' || !mayChangeDraft(me, order))) return <ClosedDraft order={order} />;
  // An id that this device did not make for a new order is that of an order that it does not have.
  if (order === null && !isNew && !wasHere && Object.keys(restored).length === 0) {
    return (
      <UnknownOrder>
        <Link to="/one-stop-order/Prototyping">{t('wizard.allDrafts')}</Link>
      </UnknownOrder>
    );
  }
  return <Wizard orderId={orderId} order={order} restored={restored} isNew={isNew} />;
}

/** Says why an order cannot be edited here: it was placed, or is not shared with the user any more. */
function ClosedDraft({ order }: { order: OrderView }) {
  const { t } = useTranslation('navigator');
  const link = (
    <Link
      to={`/one-stop-order/history/${order.id}`}
      className={buttonClass}
      data-variant={order.status === 'draft' ? 'secondary' : 'primary'}
    >
      {t('wizard.toHistory')}
    </Link>
  );
  const { number } = order;
  if (order.status === 'draft')
    return (
      <EmptyState title={t('together.ended', { name: displayNameOf(t, order.ownerName) })} action={link}>
        {t('together.endedText')}
        <KeptTyping order={order} />
      </EmptyState>
    );
  return (
    <EmptyState
      takesFocus
      icon={<PackageCheck />}
      title={
        order.status === 'submitted'
          ? t('wizard.justPlaced', { number })
          : t('wizard.placed', { number, status: t(`status.${order.status}`) })
      }
      action={link}
    >
      <KeptTyping order={order} />
      {order.pendingTransition === null
        ? t(`wizard.${keyOfClosedText(order)}`)
        : t('history.intentText', {
            event: t(`event.${order.pendingTransition}`, { defaultValue: order.pendingTransition }),
          })}
    </EmptyState>
  );
}

/** Returns the text that says why the wizard is closed for an order that is no draft any more. */
function keyOfClosedText(order: OrderView): 'discardedText' | 'justPlacedText' | 'placedText' {
  if (isDiscarded(order)) return 'discardedText';
  return order.status === 'submitted' ? 'justPlacedText' : 'placedText';
}

/**
 * Returns the texts that a closed page left typed, read once this page holds the lock on them; undefined until then.
 * Text typed from then on is in the wizard.
 */
function useLeftoverTyping(db: UserDb, held: boolean, orderId: string): Record<string, KeptText> | undefined {
  const [read, setRead] = useState<{ texts: Record<string, KeptText> } | { error: unknown }>();
  useEffect(() => {
    if (!held) return;
    void leftoverTypingOf(db, orderId).then(
      (texts) => setRead({ texts }),
      (error: unknown) => setRead({ error }),
    );
  }, [db, held, orderId]);
  if (read !== undefined && 'error' in read) throw read.error;
  return read?.texts;
}
