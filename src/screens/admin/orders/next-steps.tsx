import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderView } from '../../../db/view-types.ts';
import { useMe } from '../../../session/session-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { useOnline } from '../../../ui/online.ts';
import { waitsForReports } from '../results/waits-for-reports.ts';
import { ApproveDialog } from './approve-dialog.tsx';
import { StepDialog } from './step-dialog.tsx';
import { endings } from './step-form.ts';
import styles from './orders.module.css';

interface NextStepsProps {
  order: OrderView;
  /** Events that the server allows. */
  allowed: readonly string[];
  /** Whether they are those of this version of the order, and not of an earlier one. */
  isCurrent: boolean;
  onChanged: () => void;
}

/** What may be done with an order next, each with a question before it. */
export function NextSteps({ order, allowed, isCurrent, onChanged }: NextStepsProps) {
  const { t } = useTranslation('admin');
  const isOnline = useOnline();
  const me = useMe();
  // Staff are the customers of their own orders, and a colleague reviews them.
  const isOwn = order.ownerId === me.id;
  const [asked, setAsked] = useState<string>();
  const AskDialog = asked === 'APPROVE' ? ApproveDialog : StepDialog;
  return (
    <Card title={t('orders.next')}>
      <div className={styles.stack}>
        {!isOnline && <Banner tone="neutral">{t('orders.offline')}</Banner>}
        {isOwn || allowed.length === 0 ? (
          <p className={styles.note}>{t(isOwn ? 'orders.own' : 'orders.noStep')}</p>
        ) : (
          <div className={styles.actions}>
            {inOrder(allowed).map((event, i) => (
              <Button
                key={event}
                variant={endings.has(event) ? 'danger' : i === 0 ? 'primary' : 'secondary'}
                disabled={!isOnline || !isCurrent || waitsForReports(order, event)}
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
