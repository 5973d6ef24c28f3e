import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { showNotice } from '../../ui/notice/notice.tsx';
import { useSession } from '../../session/session-context.tsx';
import { AccountFields } from '../sign-in/account-form-fields.tsx';
import { AccountNotes } from '../sign-in/account-notes.tsx';
import styles from './new-password.module.css';
import { useAccountForm } from '../sign-in/use-account-form.ts';
import { call } from '../../net/call.ts';

const names = ['oldPassword', 'newPassword', 'repeated'] as const;

/** Changes the signed-in user's password, which signs out all other devices. */
export function NewPasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account');
  const { api } = useSession();
  const form = useAccountForm(names, {}, async ({ oldPassword = '', newPassword = '' }) => {
    await call(api, 'PUT /users/me/password', { body: { password: oldPassword, newPassword } });
    showNotice({ title: t('change.done'), tone: 'ok' });
    onClose();
  });
  return (
    <FormDialog
      className={styles.form}
      onClose={onClose}
      title={t('change.title')}
      description={t('change.signedIn')}
      action={t(form.isBusy ? 'change.busy' : 'change.submit')}
      onSubmit={form.handleSubmit}
      busy={form.isBusy}
    >
      <AccountNotes failure={form.failure} />
      <AccountFields names={names} form={form} />
    </FormDialog>
  );
}
