import { Suspense, use, useState } from 'react';
import { useTranslation } from 'react-i18next';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import { IconButton } from '../../ui/button.tsx';
import { OrderSheetContext } from './order-sheet-context.ts';

/** Button in the header of an order's room that opens the order. */
export function AboutOrder({ orderId }: { orderId: string }) {
  const { t } = useTranslation('chat');
  const show = use(OrderSheetContext);
  const [isOpen, setOpen] = useState(false);
  if (show === null) return null;
  return (
    <>
      <IconButton
        label={t('conversation.order')}
        icon={<ClipboardList aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {isOpen && <Suspense fallback={null}>{show(orderId, () => setOpen(false))}</Suspense>}
    </>
  );
}
