import { useTranslation } from 'react-i18next';
import { useLiveQuery } from 'dexie-react-hooks';
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import { priceOf } from '#domain/order/price/price-refusal.ts';
import { ordersSeenBy } from '../views/order-views.ts';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Select } from '../../ui/form/select.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { useSession } from '../../session/session-context.tsx';
import { useRateCard } from '../rate-card/use-rate-card.ts';
import { useAddressParams } from '../../ui/address-params.ts';
import { Comparison } from '../parts/comparison.tsx';
import { fullNameOf, summaryOf } from '../parts/order-words.ts';
import { UnknownOrder } from '../parts/unknown-order.tsx';
import styles from './compare.module.css';
import type { OrderView } from '../views/view-types.ts';

/** `/one-stop-order/compare?a=<id>&b=<id>`: two orders side by side; with `all=1`, also the values that are equal. */
export function CompareScreen() {
  const { t } = useTranslation('navigator');
  const { db, me } = useSession();
  const [params, set] = useAddressParams();
  const orders = useLiveQuery(() => ordersSeenBy(db, me), [db, me]);
  if (orders === undefined) return <Skeleton label={t('history.loading')} shape="row" lines={6} />;
  const all = params.get('all') === '1';
  return (
    <div className={styles.page}>
      <div className={styles.choice}>
        {(['a', 'b'] as const).map((side) => (
          <OrderChoice
            key={side}
            label={t(`compare.${side}`)}
            orders={orders}
            value={params.get(side) ?? ''}
            onChange={(id) => set(side, id)}
          />
        ))}
        <Checkbox label={t('compare.all')} checked={all} onChange={(on) => set('all', on ? '1' : '')} />
      </div>
      <ComparedOrders orders={orders} ids={[params.get('a') ?? '', params.get('b') ?? '']} all={all} />
    </div>
  );
}

interface OrderChoiceProps {
  label: string;
  orders: OrderView[];
  value: string;
  onChange: (id: string) => void;
}

function OrderChoice({ label, orders, value, onChange }: OrderChoiceProps) {
  const { t, i18n } = useTranslation('navigator');
  const options = orders.map((order) => ({
    value: order.id,
    label: `${fullNameOf(order, t)} (${summaryOf(order.doc, t, i18n.language)})`,
  }));
  return <Select label={label} value={value} placeholder={t('compare.choose')} options={options} onChange={onChange} />;
}

function ComparedOrders({ orders, ids, all }: { orders: OrderView[]; ids: readonly [string, string]; all: boolean }) {
  const { t } = useTranslation('navigator');
  const card = useRateCard();
  const [left, right] = ids.map((id) => orders.find((order) => order.id === id));
  if (left === undefined || right === undefined) {
    const isUnknown = [left, right].some((order, at) => order === undefined && ids[at] !== '');
    if (isUnknown) return <UnknownOrder />;
    return (
      <EmptyState icon={<ArrowLeftRight />} title={t('compare.emptyTitle')}>
        {t('compare.emptyText')}
      </EmptyState>
    );
  }
  const sideOf = (order: OrderView) => ({
    name: fullNameOf(order, t),
    doc: order.doc,
    ...priceOf(order, card),
  });
  return <Comparison left={sideOf(left)} right={sideOf(right)} all={all} />;
}
