import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenCredit } from '#domain/order/wire/admin-orders.ts';
import { administersPlatform } from '#domain/account/permissions.ts';
import { isBlank } from '#domain/ground/text.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { useOnline } from '../../../ui/online.ts';
import { fullTimeOf } from '../../../i18n/times.ts';
import { Failure } from '../../../staff/failure.tsx';
import { useWrite } from '../../../staff/use-write.ts';
import { ReasonField } from '../parts/reason-field.tsx';
import { call } from '../../../net/call.ts';
import styles from '../parts/orders.module.css';

interface CreditCardProps {
  company: OpenCredit;
  onChanged: () => void;
}

/** Shows when the company of an order pays. Administrators may change it. */
export function CreditCard(props: CreditCardProps) {
  const { t, i18n } = useTranslation('admin');
  const { me } = useSession();
  const isOnline = useOnline();
  const [isAsking, setAsking] = useState(false);
  const { company } = props;
  const { open_credit: isOpen, last_change: last } = company;
  return (
    <Card
      title={t('credit.title')}
      aside={
        administersPlatform(me) && (
          <Button small disabled={!isOnline} onClick={() => setAsking(true)}>
            {t(isOpen ? 'credit.end' : 'credit.give')}
          </Button>
        )
      }
    >
      <p>{t(isOpen ? 'credit.open' : 'credit.none', { company: company.name })}</p>
      {last !== null && (
        <p className={styles.note}>
          {t('credit.changed', { who: last.by, when: fullTimeOf(i18n.language, last.at), reason: last.reason })}
        </p>
      )}
      {isAsking && <CreditDialog {...props} onClose={() => setAsking(false)} />}
    </Card>
  );
}

function CreditDialog({ company, onChanged, onClose }: CreditCardProps & { onClose: () => void }) {
  const { t } = useTranslation('admin');
  const { api } = useSession();
  const isOnline = useOnline();
  const [reason, setReason] = useState('');
  const { isBusy, problem, run } = useWrite();
  const isOpen = !company.open_credit;
  const title = t(isOpen ? 'credit.give' : 'credit.end');
  const handleYes = async () => {
    const body = { open_credit: isOpen, reason };
    const params = { id: String(company.id) };
    const change = (key: string) => call(api, 'POST /admin-api/companies/:id/open_credit', { params, body, key });
    if (!(await run(body, change))) return;
    onClose();
    onChanged();
  };
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      action={title}
      onAction={handleYes}
      busy={isBusy}
      disabled={!isOnline || isBlank(reason)}
    >
      <p>{t(isOpen ? 'credit.giveText' : 'credit.endText', { company: company.name })}</p>
      <ReasonField
        label={t('credit.reason')}
        hint={t('orders.noteHint')}
        value={reason}
        lines={2}
        onChange={setReason}
      />
      <Failure problem={problem} />
    </FormDialog>
  );
}
