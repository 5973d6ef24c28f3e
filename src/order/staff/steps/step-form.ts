import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isBlank } from '#domain/ground/text.ts';
import { knownVersion } from '#domain/order/price/seen-version.ts';
import { retakeStep, type OrderStep, takeStep } from '../calls/order-step.ts';
import type { OpenCommand } from '../views/staff-commands.ts';
import type { OrderView } from '../../views/view-types.ts';
import { useAttempt } from '../../../ui/use-attempt.ts';
import { useSession } from '../../../session/session-context.tsx';

/** Events that end the order. */
export const endings: ReadonlySet<string> = new Set(['CANCEL', 'REJECT', 'MATERIAL_REFUSED', 'INVOICE_VOID']);

export interface StepDialogProps {
  order: OrderView;
  event: string;
  /** Whether the order no longer allows the event. */
  isGone: boolean;
  /** Refused step that is taken again, with the text written for it. */
  again: OpenCommand<'order.transition'> | undefined;
  onClose: () => void;
}

/** Returns the words of a step as they are sent: blank ones are left out. */
export function writtenWith(reason: string, note: string): { reason?: string; note?: string } {
  return { ...(isBlank(reason) ? {} : { reason }), ...(isBlank(note) ? {} : { note }) };
}

export type StepForm = ReturnType<typeof useStepForm>;

/** State of the form of a step: which version of the order it is about, and putting it into the outbox. */
export function useStepForm({ order, event, again, onClose }: StepDialogProps) {
  const { t } = useTranslation('admin');
  const { ctx, me } = useSession();
  const [seen, setSeen] = useState(order);
  const { isBusy, problem, run } = useAttempt(() => t('orders.notKept'));
  const isStale = order.sseq !== knownVersion(seen.sseq, order, me.id);
  async function send(written: Omit<OrderStep, 'event'>): Promise<void> {
    const step = { event, ...written };
    await run(async () => {
      await (again === undefined ? takeStep(ctx, seen, step) : retakeStep(ctx, again.entry.cmdId, seen, step));
      onClose();
    });
  }
  return { seen, isStale, goOn: () => setSeen(order), isBusy, problem, send };
}
