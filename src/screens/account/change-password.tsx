import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { confirmPassword } from '../../net/accounts.ts';
import { Button } from '../../ui/button.tsx';
import { showNotice } from '../../ui/notice.tsx';
import { AccountFields } from './account-form-fields.tsx';
import { AccountFrame } from './account-frame.tsx';
import { AccountNotes } from './account-notes.tsx';
import { guestApi } from './guest-api.ts';
import { useAccountForm } from './use-account-form.ts';

const names = ['email', 'code', 'newPassword', 'repeated'] as const;

/** 'Change Password': the code from the mail and a new password. */
export function ChangePasswordScreen() {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const email = emailIn(useLocation().state);
  const form = useAccountForm(names, { email }, async (values) => {
    await confirmPassword(guestApi, {
      email: values.email?.trim() ?? '',
      confirmationCode: values.code?.trim() ?? '',
      newPassword: values.newPassword ?? '',
    });
    showNotice({ title: t('change.done'), tone: 'ok' });
    await navigate('/login');
  });
  return (
    <AccountFrame
      title={t('change.title')}
      onSubmit={form.handleSubmit}
      footer={
        <>
          <Link to="/forgot-password">{t('link.forgot')}</Link>
          <Link to="/login">{t('link.login')}</Link>
        </>
      }
    >
      <p>{t(email === '' ? 'change.text' : 'change.sent')}</p>
      <AccountNotes failure={form.failure} />
      <AccountFields names={names} form={form} />
      <Button type="submit" variant="primary" busy={form.isBusy}>
        {t(form.isBusy ? 'change.busy' : 'change.submit')}
      </Button>
    </AccountFrame>
  );
}

/** The address that was typed one page before, so that nobody types it twice. */
function emailIn(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('email' in state)) return '';
  return typeof state.email === 'string' ? state.email : '';
}
