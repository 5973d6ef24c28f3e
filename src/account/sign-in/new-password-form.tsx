import { useTranslation } from 'react-i18next';
import type { Challenge } from '../../machines/auth.ts';
import { Refused } from '../../net/errors.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { AccountFields } from './account-form-fields.tsx';
import { AccountFrame } from './account-frame.tsx';
import { AccountNotes } from './account-notes.tsx';
import { useAuth, type AuthActor } from '../../session/auth-context.tsx';
import { useAccountForm } from './use-account-form.ts';
import { GuestLink } from './way-back.tsx';

const names = ['newPassword', 'repeated'] as const;

/** Form for the new password of a challenge. The sign-in continues when it is set. */
export function NewPasswordForm({ challenge }: { challenge: Challenge['challenge'] }) {
  const { t } = useTranslation('account');
  const auth = useAuth();
  const form = useAccountForm(names, {}, async ({ newPassword = '' }) => {
    auth.send({ type: 'auth.submitted', ...challenge, newPassword });
    await answered(auth);
  });
  return (
    <AccountFrame
      title={t('change.title')}
      onSubmit={form.handleSubmit}
      footer={<GuestLink to="/login">{t('link.otherAccount')}</GuestLink>}
    >
      <Banner tone="warn">{t('problem.newPasswordRequired')}</Banner>
      <p>{t('change.required', { email: challenge.email })}</p>
      <AccountNotes failure={form.failure} />
      <AccountFields names={names} form={form} />
      <Button type="submit" variant="primary" busy={form.isBusy}>
        {t(form.isBusy ? 'login.busy' : 'change.andLogin')}
      </Button>
    </AccountFrame>
  );
}

/**
 * Resolves when the sign-in has ended, also with other errors, which `SignedOutNotice` shows.
 * @throws Refused with the details when the server refuses the new password
 */
function answered(auth: AuthActor): Promise<void> {
  return new Promise((resolve, reject) => {
    const subscription = auth.subscribe((snapshot) => {
      if (snapshot.matches('signingIn')) return;
      subscription.unsubscribe();
      const { error } = snapshot.context;
      if (error?.code === 'INVALID') reject(new Refused(422, error.code, error.message, { details: error.details }));
      else resolve();
    });
  });
}
