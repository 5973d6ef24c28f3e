import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import { draftsBelow } from '../../../db/drafts.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { withDialog } from './open-dialog.ts';
import { qnaDrafts } from './use-qna-draft.ts';
import basics from '../../../ui/basics.module.css';

/** The Q&As that were typed on this device and not saved, each with a link to go on. */
export function UnsavedQnas({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation('admin');
  const { db } = useSession();
  const [params] = useSearchParams();
  const drafts = useLiveQuery(() => draftsBelow(db, qnaDrafts), [db]) ?? [];
  if (isOpen || drafts.length === 0) return null;
  return (
    <Banner tone="info">
      <span className={basics.tools}>
        {t('qna.unsaved')}
        {drafts.map(([key]) => (
          <Link key={key} to={`?${addressOf(params, key)}`}>
            {key === 'new'
              ? t('qna.unsavedNew')
              : key.startsWith('new/')
                ? key.slice(4)
                : t('qna.unsavedOf', { id: key })}
          </Link>
        ))}
      </span>
    </Banner>
  );
}

function addressOf(params: URLSearchParams, key: string): URLSearchParams {
  if (key !== 'new' && !key.startsWith('new/')) return withDialog(params, { kind: 'edit', id: key });
  const address = withDialog(params, { kind: 'add', id: '1' });
  if (key !== 'new') address.set('question', key.slice(4));
  return address;
}
