import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import { PackageCheck, SearchX } from 'lucide-react';
import { isUuid } from '#domain/ids.ts';
import { statusRows } from '#domain/order/status.ts';
import type { UserDb } from '../../db/schema.ts';
import { orderOf, ordersOf } from '../../db/views.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useSession } from '../session-context.tsx';
import { Drafts } from './drafts.tsx';
import { draftKey, stashPlace } from './order-editor.ts';
import type { KeptText } from './typed-fields.ts';
import { keptText, stashedTexts } from './typed-stash.ts';
import { Wizard } from './wizard.tsx';

/** `/one-stop-order/Prototyping`: the drafts there are; with an id, that order as a wizard. */
export function PrototypingScreen() {
  const { orderId } = useParams();
  return orderId === undefined ? <DraftChoice /> : <OrderDraft key={orderId} orderId={orderId} />;
}

function DraftChoice() {
  const { t } = useTranslation('navigator');
  const { db, me } = useSession();
  const orders = useLiveQuery(() => ordersOf(db, me), [db, me]);
  if (orders === undefined) return <Skeleton label={t('drafts.loading')} shape="row" lines={4} />;
  return <Drafts drafts={orders.filter((order) => order.status === 'draft' && order.ownerId === me.id)} />;
}

function OrderDraft({ orderId }: { orderId: string }) {
  const { t } = useTranslation('navigator');
  const { db, me } = useSession();
  const order = useLiveQuery(async () => (await orderOf(db, me, orderId)) ?? null, [db, me, orderId]);
  const restored = useLiveQuery(() => typedEarlier(db, orderId), [db, orderId]);
  if (order === undefined || restored === undefined) return <Skeleton label={t('wizard.loading')} shape="block" />;
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
  if (order !== null && (order.status !== 'draft' || order.ownerId !== me.id)) {
    const link = (
      <Link to={`/one-stop-order/history/${order.id}`} className={buttonClass} data-variant="primary">
        {t('wizard.toHistory')}
      </Link>
    );
    const { number } = order;
    return (
      <EmptyState
        icon={<PackageCheck />}
        title={
          order.status === 'submitted'
            ? t('wizard.justPlaced', { number })
            : t('wizard.placed', { number, status: statusRows[order.status].label })
        }
        action={link}
      >
        {t(order.status === 'submitted' ? 'wizard.justPlacedText' : 'wizard.placedText')}
      </EmptyState>
    );
  }
  return <Wizard orderId={orderId} order={order} restored={restored} />;
}

/** The texts typed into this order that never reached it, by path. */
async function typedEarlier(db: UserDb, orderId: string): Promise<Record<string, KeptText>> {
  const prefix = draftKey(orderId, '');
  const rows = await db.drafts.where('key').startsWith(prefix).toArray();
  const kept = rows.flatMap(({ key, value }) => {
    const text = keptText(value);
    return text === undefined ? [] : [[key.slice(prefix.length), text] as const];
  });
  return { ...Object.fromEntries(kept), ...stashedTexts(stashPlace(db, orderId)) };
}
