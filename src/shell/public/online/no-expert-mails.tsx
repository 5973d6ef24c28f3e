import { useSearchParams } from 'react-router-dom';
import { deactivateExpertNotification } from './expert-notification.ts';
import { guestApi } from '../../../net/page-apis.ts';
import { LinkAction } from './link-action.tsx';

/** Target of the link in e-mails to experts: switches these e-mails off. */
export function NoExpertMailsScreen() {
  const [search] = useSearchParams();
  return (
    <LinkAction
      name="noExpertMails"
      token={search.get('token') ?? ''}
      act={(token) => deactivateExpertNotification(guestApi, token)}
    />
  );
}
