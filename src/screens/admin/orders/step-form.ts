import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderView } from '../../../db/view-types.ts';
import { commandOrder, type OrderCommand } from '../../../net/admin-orders.ts';
import { useSession } from '../../../session/session-context.tsx';
import { showNotice } from '../../../ui/notice.tsx';
import { useWrite } from './use-write.ts';

/** Events that end the order. */
export const endings: ReadonlySet<string> = new Set(['CANCEL', 'REJECT', 'MATERIAL_REFUSED', 'INVOICE_VOID']);

export interface StepDialogProps {
  order: OrderView;
  event: string;
  /** Whether the server no longer allows the event. */
  isGone: boolean;
  onClose: () => void;
  onChanged: () => void;
}

/** State of the form of a step: which version of the order it is about, and sending it. */
export function useStepForm({ order, event, onClose, onChanged }: StepDialogProps) {
  const { t } = useTranslation(['admin', 'navigator']);
  const { api } = useSession();
  const [seen, setSeen] = useState(order);
  const { isBusy, problem, run } = useWrite((error) => {
    // The newer order that the page gets shows what has changed.
    if (error.code === 'STALE' || error.code === 'ILLEGAL_TRANSITION') onChanged();
    return error.code === 'STALE';
  });
  const isStale = order.sseq !== seen.sseq;
  async function send(more: Partial<OrderCommand>): Promise<void> {
    const body = { order_id: order.id, event, expect_status: seen.status, expect_version: seen.sseq, ...more };
    if (!(await run(body, (key) => commandOrder(api, body, key)))) return;
    const step = t(`navigator:event.${event}`, { defaultValue: event });
    showNotice({ title: t('orders.taken', { number: order.number, step }), tone: 'ok' });
    onClose();
    onChanged();
  }
  return { seen, isStale, goOn: () => setSeen(order), isBusy, problem, send };
}
