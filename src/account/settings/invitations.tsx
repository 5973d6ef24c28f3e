import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import MailCheck from 'lucide-react/icons/mail-check';
import X from 'lucide-react/icons/x';
import { pageRowsMost } from '#domain/ground/page-rows.ts';
import type { InvitationsReply } from '#domain/account/wire/company.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { showNotice } from '../../ui/notice/notice.tsx';
import { Refused } from '../../net/errors.ts';
import { useNow } from '../../ui/now.ts';
import { useAttempt } from '../../ui/use-attempt.ts';
import { failureText } from '../../shell/remote/failure-text.ts';
import { type Remote, useReply } from '../../shell/remote/remote.ts';
import { useSession } from '../../session/session-context.tsx';
import { dayOf, fullTimeOf } from '../../i18n/times.ts';
import { RemoteView } from '../../shell/remote/remote-view.tsx';
import { call } from '../../net/call.ts';
import styles from './settings.module.css';

interface InvitationsProps {
  /** A number above 0 that changes reloads the list. */
  changes: number;
  onChanged: () => void;
  /** The data shown above the list: where both fail in the same way, only that one shows the failure. */
  above: Remote<unknown>;
}

/** Invitations that are not accepted yet: each can be e-mailed again or canceled. */
export function Invitations({ changes, onChanged, above }: InvitationsProps) {
  const { t } = useTranslation('company');
  const remote = useReply('GET /company_users/invitations', { query: { limit: pageRowsMost } });
  const { reload } = remote;
  useEffect(() => {
    if (changes > 0) reload();
  }, [changes, reload]);
  const handleDone = () => {
    reload();
    onChanged();
  };
  return (
    <RemoteView remote={remote} words="company" above={above}>
      {({ items }) =>
        items.length > 0 && (
          <>
            <h2>{t('invited.title')}</h2>
            <ul className={styles.list} aria-label={t('invited.title')}>
              {items.map((invited) => (
                <InvitedRow key={invited.id} invited={invited} onDone={handleDone} />
              ))}
            </ul>
          </>
        )
      }
    </RemoteView>
  );
}

function InvitedRow({ invited, onDone }: { invited: InvitationsReply['items'][number]; onDone: () => void }) {
  const { t, i18n } = useTranslation('company');
  const { api } = useSession();
  const now = useNow();
  const { email, state } = invited;
  const attempt = useAttempt((error) => {
    const isFull = error instanceof Refused && error.code === 'LICENSES_USED_UP';
    const title = isFull ? t('users.full') : failureText(t, error);
    showNotice({ title, detail: email, tone: 'danger' });
  });
  const run = async (work: () => Promise<unknown>, done: string) => {
    if ((await attempt.run(work)) !== undefined) showNotice({ title: done, tone: 'ok' });
    onDone();
  };
  const until = dayOf(i18n.language, invited.expires_at, now);
  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <strong>{invited.display_name}</strong>
        <span>{email}</span>
        <span title={fullTimeOf(i18n.language, invited.expires_at)}>
          {t(state === 'open' ? 'invited.until' : 'invited.was', { day: until })}
        </span>
      </div>
      <div className={styles.actions}>
        <Chip tone={state === 'open' ? 'info' : 'warn'}>{t(`invited.${state}`)}</Chip>
        <Button
          small
          icon={<MailCheck aria-hidden />}
          busy={attempt.isBusy}
          aria-label={t('invited.againNamed', { name: email })}
          onClick={() =>
            void run(
              () => call(api, 'POST /company_users/invitations/:id/resend', { params: { id: invited.id } }),
              t('invited.sentAgain', { email }),
            )
          }
        >
          {t('invited.again')}
        </Button>
        <IconButton
          label={t('invited.cancel', { name: email })}
          icon={<X aria-hidden />}
          onClick={() =>
            void run(
              () => call(api, 'DELETE /company_users/invitations/:id', { params: { id: invited.id } }),
              t('invited.cancelled', { email }),
            )
          }
        />
      </div>
    </li>
  );
}
