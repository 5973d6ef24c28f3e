import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { staffSteps } from '#domain/order/life/staff-steps.ts';
import { isBilled } from '#domain/order/price/work-done.ts';
import { type OpenCommand, openOf } from '../views/staff-commands.ts';
import { materialOf } from '#domain/order/life/parcels.ts';
import type { OrderView } from '../../views/view-types.ts';
import { useMe } from '../../../session/session-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { MissingTests } from '../results/missing-tests.tsx';
import { useMissingReports, waitsForReports } from '../results/waits-for-reports.ts';
import { ApproveDialog } from './approve-dialog.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { ShipDialog } from './ship-dialog.tsx';
import { RefusedStepCard, WaitingStepCard } from './open-step.tsx';
import { StepDialog } from './step-dialog.tsx';
import { endings, type StepDialogProps } from './step-form.ts';
import { useStepName } from '../parts/step-name.ts';
import styles from '../parts/orders.module.css';

interface NextStepsProps {
  order: OrderView;
  /** Commands about it that are not settled. */
  open: readonly OpenCommand[];
}

/** Stands for cancelling where the work done is billed. */
const billedCancel = 'CANCEL with a bill';

/** Events that ask for more than a reason. */
const dialogs: Partial<Record<string, ComponentType<StepDialogProps>>> = {
  APPROVE: ApproveDialog,
  SHIP: ShipDialog,
  [billedCancel]: CancelDialog,
};

/** Events about the material that are not offered, by where it stands. */
const early: Readonly<Record<ReturnType<typeof materialOf>, readonly string[]>> = {
  none: ['MATERIAL_ACCEPTED'],
  awaited: ['MATERIAL_ACCEPTED', 'MATERIAL_REFUSED'],
  counted: [],
  refused: ['MATERIAL_ACCEPTED'],
};

/** Shows the next steps of an order, each with a question before it; or the step that waits or was refused. */
export function NextSteps({ order, open }: NextStepsProps) {
  const { t } = useTranslation('admin');
  const me = useMe();
  const legal = staffSteps(me, order);
  const material = materialOf(order);
  const allowed = legal.filter((event) => !early[material].includes(event));
  const isEarly = allowed.length < legal.length;
  const [asked, setAsked] = useState<string>();
  const isBilledCancel = asked === 'CANCEL' && isBilled(order.status, asked);
  const AskDialog = dialogs[isBilledCancel ? billedCancel : (asked ?? '')] ?? StepDialog;
  const [step] = openOf(open, 'order.transition');
  const refused = step?.state === 'refused' ? step : undefined;
  const again = refused?.entry.args.event;
  return (
    <Card title={t('orders.next')}>
      <div className={styles.stack}>
        {isEarly && <p className={styles.note}>{t(`parcels.early.${material}`)}</p>}
        {step === undefined && (allowed.length > 0 || !isEarly) && (
          <Steps order={order} open={open} isOwn={order.ownerId === me.id} allowed={allowed} onAsk={setAsked} />
        )}
        {step !== undefined && refused === undefined && <WaitingStepCard step={step} />}
        {refused !== undefined && (
          <RefusedStepCard
            order={order}
            step={refused}
            onAgain={again !== undefined && allowed.includes(again) ? () => setAsked(again) : undefined}
          />
        )}
      </div>
      {asked !== undefined && (
        <AskDialog
          order={order}
          event={asked}
          isGone={!allowed.includes(asked)}
          again={refused}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Card>
  );
}

interface StepsProps extends NextStepsProps {
  /** Staff are the customers of their own orders, and a colleague reviews them. */
  isOwn: boolean;
  allowed: readonly string[];
  onAsk: (event: string) => void;
}

function Steps({ order, open, isOwn, allowed, onAsk }: StepsProps) {
  const { t } = useTranslation('admin');
  const nameOf = useStepName();
  const missing = useMissingReports(order, open);
  if (isOwn || allowed.length === 0) return <p className={styles.note}>{t(isOwn ? 'orders.own' : 'orders.noStep')}</p>;
  return (
    <>
      <div className={styles.actions}>
        {inOrder(allowed).map((event, i) => (
          <Button
            key={event}
            variant={endings.has(event) ? 'danger' : i === 0 ? 'primary' : 'secondary'}
            disabled={waitsForReports(event, missing)}
            onClick={() => onAsk(event)}
          >
            {nameOf(event)}
          </Button>
        ))}
      </div>
      {allowed.some((event) => waitsForReports(event, missing)) && <MissingTests order={order} missing={missing} />}
    </>
  );
}

/** Returns the events as buttons stand: approving first, and those that end the order last. */
export function inOrder(allowed: readonly string[]): string[] {
  return allowed.toSorted((a, b) => rankOf(a) - rankOf(b));
}

function rankOf(event: string): number {
  if (event === 'APPROVE') return 0;
  return endings.has(event) ? 2 : 1;
}
