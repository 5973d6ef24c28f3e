import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { showNotice } from '../../ui/notice/notice.tsx';
import { AccountFields } from '../sign-in/account-form-fields.tsx';
import { AccountNotes } from '../sign-in/account-notes.tsx';
import { useAccountForm } from '../sign-in/use-account-form.ts';
import { useSession } from '../../session/session-context.tsx';
import { call } from '../../net/call.ts';
import styles from './settings.module.css';

const names = ['email', 'display_name'] as const;

/** Dialog that invites a colleague, who receives an e-mail with a link that is valid for a few days. */
export function InviteDialog({ onClose, onInvited }: { onClose: () => void; onInvited: () => void }) {
  const { t, i18n } = useTranslation('company');
  const { api } = useSession();
  const form = useAccountForm(names, {}, async ({ email = '', display_name: name = '' }) => {
    await call(api, 'POST /auth/create_user', {
      body: {
        email: email.trim(),
        language: i18n.resolvedLanguage ?? 'en',
        ...(name.trim() === '' ? {} : { display_name: name.trim() }),
      },
    });
    showNotice({ title: t('invite.sent', { email: email.trim() }), tone: 'ok' });
    onInvited();
  });
  return (
    <FormDialog
      className={styles.fields}
      onClose={onClose}
      title={t('invite.title')}
      description={t('invite.text')}
      action={t(form.isBusy ? 'invite.busy' : 'invite.submit')}
      onSubmit={form.handleSubmit}
      busy={form.isBusy}
    >
      <AccountNotes failure={form.failure} />
      <AccountFields names={names} form={form} hints={{ display_name: t('invite.nameHint') }} />
    </FormDialog>
  );
}
