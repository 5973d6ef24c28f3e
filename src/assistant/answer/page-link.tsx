import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Answer } from '#domain/chat/chat.ts';
import { buttonClass } from '../../ui/button.tsx';

const account = '/settings/upload?tab=account';

/** Pages where the user does what a fixed sentence is about, by the name of the sentence. */
const pages: ReadonlyMap<string, string> = new Map([
  ['deleteAccount', account],
  ['profile', account],
  ['mails', account],
  ['subscription', '/pay'],
  ['invoices', '/pay'],
  ['colleagues', '/settings/upload?tab=users'],
  ['signOut', '/logout'],
]);

/** Returns the page that a reply leads to. */
export function pageOf({ sentence }: Answer): string | undefined {
  return sentence === undefined ? undefined : pages.get(sentence);
}

/** Leads to the page where the user does what was asked about. */
export function PageLink({ to }: { to: string }) {
  const { t } = useTranslation('chat');
  return (
    <Link to={to} className={buttonClass} data-variant="secondary" data-small>
      {t('openPage')}
    </Link>
  );
}
