import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import FilePlus2 from 'lucide-react/icons/file-plus-2';
import type { Answer } from '#domain/chat/chat.ts';
import type { AskedOrder } from '#domain/order/data/asked.ts';
import { patchOrder } from '../../order/calls/order-patch.ts';
import { useSession } from '../../session/session-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { showNotice } from '../../ui/notice/notice.tsx';
import { useAttempt } from '../../ui/use-attempt.ts';

const DesignedOrder = lazy(async () => ({
  default: (await import('../../order/wizard/prototyping.tsx')).DesignedOrder,
}));

/** Under a price or a design: makes a draft of the order that it is for. */
export function DraftOrder({ answer }: { answer: Answer }) {
  const { t } = useTranslation('chat');
  const { order } = answer;
  if (order?.design === undefined) return order === undefined ? null : <OpenDraft order={order} />;
  return (
    <Suspense fallback={<Skeleton label={t('calculation.loading')} lines={3} shape="row" />}>
      <DesignedOrder order={order} asked={order.design} />
    </Suspense>
  );
}

function OpenDraft({ order }: { order: AskedOrder }) {
  const { t } = useTranslation('chat');
  const { ctx } = useSession();
  const navigate = useNavigate();
  const { isBusy, run } = useAttempt(() => showNotice({ title: t('menu.notKept'), tone: 'danger' }));
  const open = async () => {
    const { changesOfAskedOrder } = await import('#domain/order/design/asked-order.ts');
    const orderId = ctx.newId();
    await patchOrder(ctx, { orderId, changes: changesOfAskedOrder(order, () => ctx.newId()) });
    await navigate(`/one-stop-order/Prototyping/${orderId}`);
  };
  return (
    <Button small busy={isBusy} icon={<FilePlus2 aria-hidden />} onClick={() => void run(open)}>
      {t('price.openDraft')}
    </Button>
  );
}
