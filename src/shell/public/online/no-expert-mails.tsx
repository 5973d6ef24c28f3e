import { useSearchParams } from 'react-router-dom';
import { guestApi } from '../../../net/page-apis.ts';
import { LinkAction } from './link-action.tsx';
import { call } from '../../../net/call.ts';

/** Target of the link in e-mails to experts: switches these e-mails off. */
export function NoExpertMailsScreen() {
  const [search] = useSearchParams();
  return (
    <LinkAction
      name="noExpertMails"
      token={search.get('token') ?? ''}
      act={(token) => call(guestApi, 'POST /experts/deactivate-expert-notification', { body: { token } })}
    />
  );
}
