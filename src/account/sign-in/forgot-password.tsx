import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../ui/button.tsx';
import { AccountFields } from './account-form-fields.tsx';
import { AccountFrame } from './account-frame.tsx';
import { AccountNotes } from './account-notes.tsx';
import { guestApi } from '../../net/page-apis.ts';
import { useAccountForm } from './use-account-form.ts';
import { GuestLink, useTypedAddress, useWayBack } from './way-back.tsx';
import { call } from '../../net/call.ts';

const names = ['email'] as const;

/** 'Forgot your password?': requests a code, and opens the page where it is entered. */
export function ForgotPasswordScreen() {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const back = useWayBack();
  const form = useAccountForm(names, { email: useTypedAddress() }, async ({ email = '' }) => {
    await call(guestApi, 'POST /auth/forgot-password', { body: { email: email.trim() } });
    await navigate('/change-password', { state: { email: email.trim(), ...back } });
  });
  return (
    <AccountFrame
      title={t('forgot.title')}
      onSubmit={form.handleSubmit}
      footer={
        <GuestLink to="/login" email={form.values.email}>
          {t('link.login')}
        </GuestLink>
      }
    >
      <p>{t('forgot.text')}</p>
      <AccountNotes failure={form.failure} />
      <AccountFields names={names} form={form} />
      <Button type="submit" variant="primary" busy={form.isBusy}>
        {t(form.isBusy ? 'forgot.busy' : 'forgot.submit')}
      </Button>
    </AccountFrame>
  );
}
