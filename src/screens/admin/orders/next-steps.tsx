import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { materialOf } from '#domain/order/parcels.ts';
import type { OrderView } from '../../../db/view-types.ts';
import { useMe } from '../../../session/session-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { useOnline } from '../../../ui/online.ts';
import { ApproveDialog } from './approve-dialog.tsx';
import { ShipDialog } from './goods/ship-dialog.tsx';
import { StepDialog } from './step-dialog.tsx';
import { endings, type StepDialogProps } from './step-form.ts';
import styles from './orders.module.css';

interface NextStepsProps {
  order: OrderView;
  /** Events that the server allows. */
  allowed: readonly string[];
  /** Whether they are those of this version of the order, and not of an earlier one. */
  isCurrent: boolean;
  onChanged: () => void;
}

/** Events that ask for more than a reason. */
const dialogs: Partial<Record<string, ComponentType<StepDialogProps>>> = { APPROVE: ApproveDialog, SHIP: ShipDialog };

/** Events about the material that are not offered, by where it stands. */
const early: Readonly<Record<ReturnType<typeof materialOf>, readonly string[]>> = {
  none: [],
  awaited: ['MATERIAL_ACCEPTED', 'MATERIAL_REFUSED'],
  counted: [],
  refused: ['MATERIAL_ACCEPTED'],
};

/** What may be done with an order next, each with a question before it. */
export function NextSteps({ order, allowed: legal, isCurrent, onChanged }: NextStepsProps) {
  const { t } = useTranslation('admin');
  const isOnline = useOnline();
  const me = useMe();
  // Staff are the customers of their own orders, and a colleague reviews them.
  const isOwn = order.ownerId === me.id;
  const [asked, setAsked] = useState<string>();
  const AskDialog = dialogs[asked ?? ''] ?? StepDialog;
  const material = materialOf(order);
  const allowed = legal.filter((event) => !early[material].includes(event));
  const isEarly = allowed.length < legal.length;
  return (
    <Card title={t('orders.next')}>
      <div className={styles.stack}>
        {isEarly && <p className={styles.note}>{t(`parcels.early.${material}`)}</p>}
        {!isOnline && <Banner tone="neutral">{t('orders.offline')}</Banner>}
        {isOwn || (allowed.length === 0 && !isEarly) ? (
          <p className={styles.note}>{t(isOwn ? 'orders.own' : 'orders.noStep')}</p>
        ) : (
          <div className={styles.actions}>
            {inOrder(allowed).map((event, i) => (
              <Button
                key={event}
                variant={endings.has(event) ? 'danger' : i === 0 ? 'primary' : 'secondary'}
                disabled={!isOnline || !isCurrent}
                onClick={() => setAsked(event)}
              >
                {t(`orders.step.${event}`, { defaultValue: event })}
              </Button>
            ))}
          </div>
        )}
      </div>
      {asked !== undefined && (
        <AskDialog
          order={order}
          event={asked}
          isGone={isCurrent && !allowed.includes(asked)}
          onClose={() => setAsked(undefined)}
          onChanged={onChanged}
        />
      )}
    </Card>
  );
}

/** Returns the events as buttons stand: approving first, and those that end the order last. */
function inOrder(allowed: readonly string[]): string[] {
  return allowed.toSorted((a, b) => rankOf(a) - rankOf(b));
}

function rankOf(event: string): number {
  if (event === 'APPROVE') return 0;
  return endings.has(event) ? 2 : 1;
}
