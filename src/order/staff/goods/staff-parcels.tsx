import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ParcelStep } from '#domain/order/data/goods.ts';
import { allowedParcelSteps, type Parcel, parcelsOf } from '#domain/order/life/parcels.ts';
import type { OpenCommand } from '../views/staff-commands.ts';
import type { OrderView } from '../../views/view-types.ts';
import { discardWaiting } from '../../../db/send-again.ts';
import { useMe, useSession } from '../../../session/session-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { useParcelChange } from '../../goods/use-parcel-change.ts';
import { useReasonText } from '../../../i18n/reason-text.ts';
import styles from '../parts/orders.module.css';
import { CountDialog } from './count-dialog.tsx';
import { RefuseDialog } from './refuse-dialog.tsx';
import { RegisterDialog } from './register-dialog.tsx';

interface StaffParcelsProps {
  order: OrderView;
  /** Steps, notes and assignments that are not settled. Their cards say themselves why one was refused. */
  open: readonly OpenCommand[];
}

/** Shows the steps that staff may take with the parcels of an order; renders nothing when there are none. */
export function StaffParcels({ order, open: others }: StaffParcelsProps) {
  const { t } = useTranslation('admin');
  const me = useMe();
  const [isRegistering, setRegistering] = useState(false);
  if (order.ownerId === me.id) return null;
  const open = parcelsOf(order).flatMap((parcel) => {
    const steps = allowedParcelSteps(order.status, parcel, 'staff');
    return steps.length === 0 ? [] : [{ parcel, steps }];
  });
  const mayRegister = allowedParcelSteps(order.status, undefined, 'staff').length > 0;
  const isOfOthers = others.some(({ entry }) => entry.cmdId === order.refused?.cmdId);
  const refused = isOfOthers ? null : order.refused;
  if (open.length === 0 && refused === null && !mayRegister) return null;
  return (
    <Card title={t('parcels.title')}>
      {refused !== null && <RefusedStep refused={refused} />}
      {open.length > 0 && (
        <ul className={styles.entries}>
          {open.map(({ parcel, steps }) => (
            <li key={parcel.id}>
              <ParcelSteps order={order} parcel={parcel} steps={steps} />
            </li>
          ))}
        </ul>
      )}
      {mayRegister && (
        <Button small onClick={() => setRegistering(true)}>
          {t('parcels.register')}
        </Button>
      )}
      {isRegistering && <RegisterDialog order={order} onClose={() => setRegistering(false)} />}
    </Card>
  );
}

/** Says why the server did not take a step that was made on this device. */
function RefusedStep({ refused }: { refused: NonNullable<OrderView['refused']> }) {
  const { t } = useTranslation('admin');
  const { ctx } = useSession();
  const reasonText = useReasonText();
  return (
    <div className={styles.stack}>
      <Banner tone="danger">{t('parcels.notTaken', { reason: reasonText(refused) })}</Banner>
      <div>
        <Button small onClick={() => void discardWaiting(ctx, refused.cmdId)}>
          {t('common:action.discard')}
        </Button>
      </div>
    </div>
  );
}

/** Steps in the order of their buttons: the next one first, refusing last. */
const buttons: readonly ParcelStep[] = ['arrived', 'accepted', 'counted', 'refused'];

interface ParcelStepsProps {
  order: OrderView;
  parcel: Parcel;
  steps: readonly ParcelStep[];
}

/** One parcel in short, with its next steps. They also wait on this device while there is no connection. */
function ParcelSteps({ order, parcel, steps }: ParcelStepsProps) {
  const { t } = useTranslation(['admin', 'navigator']);
  const change = useParcelChange(order.id);
  const [asked, setAsked] = useState<ParcelStep>();
  const handleStep = (step: ParcelStep) => {
    if (step === 'counted' || step === 'refused') setAsked(step);
    else void change({ parcelId: parcel.id, step });
  };
  const close = () => setAsked(undefined);
  return (
    <div className={styles.stack}>
      <p>
        {parcel.content.lines.map(({ name, count }) => `${count} × ${name}`).join(', ')}{' '}
        <small>
          {t(`navigator:parcel.state.${parcel.state}`)}
          {parcel.isWaiting && ` · ${t('navigator:parcel.waiting')}`}
        </small>
      </p>
      <div className={styles.actions}>
        {buttons
          .filter((step) => steps.includes(step))
          .map((step, i) => (
            <Button
              key={step}
              small
              variant={step === 'refused' ? 'danger' : i === 0 ? 'primary' : 'secondary'}
              onClick={() => handleStep(step)}
            >
              {t(`parcels.step.${step}`)}
            </Button>
          ))}
      </div>
      {asked === 'counted' && <CountDialog order={order} parcel={parcel} onClose={close} />}
      {asked === 'refused' && <RefuseDialog order={order} parcel={parcel} onClose={close} />}
    </div>
  );
}
