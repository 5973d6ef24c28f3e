import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { AskedDesign, AskedOrder } from '#domain/order/data/asked.ts';
import type { ValueChange } from '#domain/order/fields/presets.ts';
import { importOrder } from '../calls/order-import.ts';
import { showNotice } from '../../ui/notice/notice.tsx';
import { useAttempt } from '../../ui/use-attempt.ts';
import { useSession } from '../../session/session-context.tsx';
import { DesignCard } from './design-card.tsx';

/** Card of a designed cell outside the wizard: one click makes a draft of it and opens it. */
export function DesignedOrder({ order, asked }: { order: AskedOrder; asked: AskedDesign }) {
  const { t } = useTranslation('navigator');
  const { ctx } = useSession();
  const navigate = useNavigate();
  const { isBusy, run } = useAttempt(() => showNotice({ title: t('save.failed'), tone: 'danger' }));
  const make = async (changes: ValueChange[]) => {
    const orderId = await importOrder(ctx, changes);
    await navigate(`/one-stop-order/Prototyping/${orderId}`);
  };
  return (
    <DesignCard
      order={order}
      asked={asked}
      action={t('design.make')}
      isBusy={isBusy}
      onTake={(changes) => void run(() => make(changes))}
    />
  );
}
