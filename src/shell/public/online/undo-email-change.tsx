import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { guestApi } from '../../../net/page-apis.ts';
import { GuestLink } from '../../../account/sign-in/way-back.tsx';
import { LinkAction } from './link-action.tsx';
import { call } from '../../../net/call.ts';

/** Target of the link in the notice to an account's old address: undoes the change of the address. */
export function UndoEmailChangeScreen() {
  const { t } = useTranslation('public');
  const { hash } = useLocation();
  const [email, setEmail] = useState('');
  return (
    <LinkAction
      name="undoEmailChange"
      token={new URLSearchParams(hash.slice(1)).get('token') ?? ''}
      act={async (token) => setEmail((await call(guestApi, 'POST /auth/undo_email_change', { body: { token } })).email)}
    >
      <p>
        <GuestLink to="/forgot-password" email={email}>
          {t('undoEmailChange.next')}
        </GuestLink>
      </p>
    </LinkAction>
  );
}
