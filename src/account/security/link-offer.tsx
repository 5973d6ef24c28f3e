import { useTranslation } from 'react-i18next';
import { useSelector } from '@xstate/react';
import type { UserSession } from '../../machines/auth.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { useAuth } from '../../session/auth-context.tsx';

/** Offers to sign in as the user of a link's session. Closing the dialog changes nothing. */
export function LinkOffer({ offer }: { offer: UserSession }) {
  const { t } = useTranslation('account');
  const auth = useAuth();
  const me = useSelector(auth, (snapshot) => snapshot.context.me);
  const isBusy = useSelector(auth, (snapshot) => snapshot.matches('swapping'));
  const decline = () => auth.send({ type: 'auth.offerDeclined' });
  const names = { mine: me?.email ?? '', theirs: offer.me.email };
  return (
    <Dialog
      open
      onClose={isBusy ? undefined : decline}
      title={t(me === null ? 'swap.titleAlone' : 'swap.title', names)}
      description={t(me === null ? 'swap.textAlone' : 'swap.text', names)}
      footer={
        <>
          <Button onClick={decline}>{t(me === null ? 'swap.decline' : 'swap.stay', names)}</Button>
          <Button variant="primary" busy={isBusy} onClick={() => auth.send({ type: 'auth.offerTaken' })}>
            {t(me === null ? 'swap.takeAlone' : 'swap.take', names)}
          </Button>
        </>
      }
    />
  );
}
