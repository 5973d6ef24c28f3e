import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StaffMember } from '#domain/order/wire/admin-orders.ts';
import type { OpenCommand } from '../views/staff-commands.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { useReasonText } from '../../../i18n/reason-text.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { useDiscardChange } from '../parts/use-discard.ts';
import { WaitingBanner } from '../parts/waiting-banner.tsx';
import styles from '../parts/orders.module.css';

interface ExpertCardProps {
  orderId: string;
  /** Member of staff in charge; null for none. */
  expert: StaffMember | null;
  experts: readonly StaffMember[];
  /** Changes that are not settled. */
  open: readonly OpenCommand<'order.assign'>[];
}

/** Shows who is in charge of an order, and who will be as soon as the server accepts the change. */
export function ExpertCard({ orderId, expert, experts, open }: ExpertCardProps) {
  const { t } = useTranslation('admin');
  const reasonText = useReasonText();
  const discard = useDiscardChange();
  const [isAsking, setAsking] = useState(false);
  const [change] = open;
  const refused = change?.state === 'refused' ? change : undefined;
  const wanted = experts.find(({ id }) => id === change?.entry.args.expertId)?.name ?? t('orders.nobody');
  const what = t('orders.inCharge', { name: wanted });
  return (
    <Card
      title={t('orders.column.expert')}
      aside={
        change === undefined && (
          <Button small onClick={() => setAsking(true)}>
            {t(expert === null ? 'orders.assign' : 'orders.reassign')}
          </Button>
        )
      }
    >
      <div className={styles.stack}>
        <p>{expert?.name ?? t('orders.nobody')}</p>
        {change !== undefined && refused === undefined && <WaitingBanner command={change} what={what} />}
        {refused !== undefined && (
          <div className={styles.stack} role="alert">
            <Banner tone="danger">
              {refused.reason?.code === 'STALE'
                ? t('orders.refused.assigned', { what })
                : t('orders.refused.title', { step: what, reason: reasonText(refused.reason) })}
            </Banner>
            <div className={styles.actions}>
              <Button onClick={() => setAsking(true)}>{t('orders.assign')}</Button>
              <Button onClick={() => void discard(refused.entry.cmdId, what)}>{t('common:action.discard')}</Button>
            </div>
          </div>
        )}
      </div>
      {isAsking && (
        <AssignDialog
          orderId={orderId}
          expert={expert}
          experts={experts}
          again={refused}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  );
}
