import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#domain/limits.ts';
import type { StaffMember } from '#domain/protocol/admin-orders.ts';
import { cutText } from '#domain/text.ts';
import { assignOrderExpert } from '../../../net/admin-orders.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { useOnline } from '../../../ui/online.ts';
import { Select } from '../../../ui/select.tsx';
import { Failure } from './failure.tsx';
import { useWrite } from './use-write.ts';
import styles from './orders.module.css';

interface ExpertCardProps {
  orderId: string;
  /** Who is in charge; null for nobody. */
  expert: StaffMember | null;
  experts: readonly StaffMember[];
  onChanged: () => void;
}

/** Who is in charge of an order. */
export function ExpertCard(props: ExpertCardProps) {
  const { t } = useTranslation('admin');
  const isOnline = useOnline();
  const [isAsking, setAsking] = useState(false);
  const { expert } = props;
  return (
    <Card
      title={t('orders.column.expert')}
      aside={
        <Button small disabled={!isOnline} onClick={() => setAsking(true)}>
          {t(expert === null ? 'orders.assign' : 'orders.reassign')}
        </Button>
      }
    >
      <p>{expert?.name ?? t('orders.nobody')}</p>
      {isAsking && <AssignDialog {...props} onClose={() => setAsking(false)} />}
    </Card>
  );
}

function AssignDialog({ orderId, expert, experts, onChanged, onClose }: ExpertCardProps & { onClose: () => void }) {
  const { t } = useTranslation('admin');
  const { api, me } = useSession();
  const isOnline = useOnline();
  const [chosen, setChosen] = useState(expert?.id ?? me.id);
  const [reason, setReason] = useState('');
  const { isBusy, problem, run } = useWrite();
  const handleYes = async () => {
    const body = { expert_id: chosen === '' ? null : chosen, reason };
    if (!(await run(body, (key) => assignOrderExpert(api, orderId, body, key)))) return;
    onClose();
    onChanged();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('orders.assign')}
      closeLabel={t('common:action.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button variant="primary" busy={isBusy} disabled={!isOnline} onClick={() => void handleYes()}>
            {t('orders.assign')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Select
          label={t('orders.column.expert')}
          value={chosen}
          placeholder={t('orders.nobody')}
          options={experts.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setChosen}
        />
        <Field
          label={t('orders.reasonOptional')}
          hint={t('orders.noteHint')}
          value={reason}
          lines={2}
          onChange={(text) => setReason(cutText(text, limits.reasonChars))}
        />
        <Failure problem={problem} />
      </div>
    </Dialog>
  );
}
