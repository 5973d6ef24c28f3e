import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type OrderMailChoice, orderMailChoices } from '#domain/order/life/step-mails.ts';
import { useSession } from '../../session/session-context.tsx';
import { Card } from '../../ui/card.tsx';
import { showNotice } from '../../ui/notice/notice.tsx';
import { useOnline } from '../../ui/online.ts';
import { Select } from '../../ui/form/select.tsx';
import { failureText } from '../../shell/remote/failure-text.ts';
import { type Remote, useReply } from '../../shell/remote/remote.ts';
import { RemoteView } from '../../shell/remote/remote-view.tsx';
import { call } from '../../net/call.ts';
import styles from './settings.module.css';

/** Shows which e-mails about their orders the user gets. A choice is stored at once. */
export function OrderMails({ above }: { above: Remote<unknown> }) {
  const { t } = useTranslation('company');
  const { api } = useSession();
  const online = useOnline();
  const remote = useReply('GET /users/me/mails');
  const [chosen, setChosen] = useState<OrderMailChoice>();
  const handleChoose = (value: string) => {
    const orders = orderMailChoices.find((choice) => choice === value);
    if (orders === undefined) return;
    setChosen(orders);
    call(api, 'PUT /users/me/mails', { body: { orders } })
      .then(() => showNotice({ title: t('mails.stored') }))
      .catch((error: unknown) => {
        setChosen(undefined);
        showNotice({ title: failureText(t, error), tone: 'danger' });
      });
  };
  return (
    <Card title={t('mails.title')}>
      <div className={styles.fields}>
        <p className={styles.lead}>{t('mails.text')}</p>
        <RemoteView remote={remote} words="company" above={above}>
          {({ orders }) => (
            <Select
              label={t('mails.label')}
              value={chosen ?? orders}
              disabled={!online}
              options={orderMailChoices.map((value) => ({ value, label: t(`mails.${value}`) }))}
              onChange={handleChoose}
            />
          )}
        </RemoteView>
      </div>
    </Card>
  );
}
