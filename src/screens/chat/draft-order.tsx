import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import FilePlus2 from 'lucide-react/icons/file-plus-2';
import type { Answer } from '#domain/chat.ts';
import { patchOrder } from '../../commands/order-patch.ts';
import { useSession } from '../../session/session-context.tsx';
import { Button } from '../../ui/button.tsx';
import { showNotice } from '../../ui/notice.tsx';

/** Under a price: opens the Navigator with a draft of the order that the price is for. */
export function DraftOrder({ answer }: { answer: Answer }) {
  const { t } = useTranslation('chat');
  const { ctx } = useSession();
  const navigate = useNavigate();
  const [isOpening, setOpening] = useState(false);
  const { order } = answer;
  if (order === undefined) return null;
  const open = async () => {
    setOpening(true);
    try {
      const { changesOfAsked } = await import('#domain/order/asked-order.ts');
      const orderId = ctx.newId();
      await patchOrder(ctx, { orderId, changes: changesOfAsked(order, () => ctx.newId()) });
      await navigate(`/one-stop-order/Prototyping/${orderId}`);
    } catch {
      showNotice({ title: t('menu.notKept'), tone: 'danger' });
    } finally {
      setOpening(false);
    }
  };
  return (
    <Button small busy={isOpening} icon={<FilePlus2 aria-hidden />} onClick={() => void open()}>
      {t('price.openDraft')}
    </Button>
  );
}
