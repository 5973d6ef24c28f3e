import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderListRow, StaffMember } from '#domain/order/wire/admin-orders.ts';
import { useMe } from '../../../session/session-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { stepsTogether } from './bulk.ts';
import { BulkAssignDialog } from './bulk-assign-dialog.tsx';
import { BulkStepDialog } from './bulk-step-dialog.tsx';
import { inOrder } from '../steps/next-steps.tsx';
import { useStepName } from '../parts/step-name.ts';
import { useChosenOrders } from './use-chosen-orders.ts';
import styles from '../parts/orders.module.css';

interface BulkBarProps {
  rows: readonly OrderListRow[];
  experts: readonly StaffMember[];
}

/** What can be done with the chosen orders at once: each step with the number of orders that it is possible for. */
export function BulkBar({ rows, experts }: BulkBarProps) {
  const { t } = useTranslation('admin');
  const me = useMe();
  const nameOf = useStepName();
  const chosen = useChosenOrders(rows) ?? [];
  const [asked, setAsked] = useState<string>();
  const [isAssigning, setAssigning] = useState(false);
  const counts = stepsTogether(me, chosen);
  return (
    <section className={styles.bulk} aria-label={t('orders.bulk.label')}>
      {inOrder([...counts.keys()]).map((event) => (
        <Button key={event} small onClick={() => setAsked(event)}>
          {t('orders.bulk.step', { step: nameOf(event), count: counts.get(event), total: rows.length })}
        </Button>
      ))}
      {counts.size === 0 && <span className={styles.note}>{t('orders.bulk.none')}</span>}
      <Button small onClick={() => setAssigning(true)}>
        {t('orders.assign')}
      </Button>
      {asked !== undefined && <BulkStepDialog rows={rows} event={asked} onClose={() => setAsked(undefined)} />}
      {isAssigning && <BulkAssignDialog rows={rows} experts={experts} onClose={() => setAssigning(false)} />}
    </section>
  );
}
