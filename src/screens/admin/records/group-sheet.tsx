import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import BookPlus from 'lucide-react/icons/book-plus';
import Ban from 'lucide-react/icons/ban';
import ListPlus from 'lucide-react/icons/list-plus';
import Undo2 from 'lucide-react/icons/undo-2';
import type { GroupReply, RecordRow } from '#domain/protocol/records.ts';
import { groupStates } from '#domain/question-fates.ts';
import { cutText } from '#domain/text.ts';
import type { Api } from '../../../net/http.ts';
import { questionGroup } from '../../../net/records.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useNow } from '../../../ui/now.ts';
import { useRemote } from '../../remote/remote.ts';
import { RemoteView } from '../../remote/remote-view.tsx';
import { displayNameOf } from '../../words/display-name.ts';
import { momentOf } from '../../words/times.ts';
import { AlternativeForm } from './alternative-form.tsx';
import { useGroupChange } from './use-group-change.ts';
import styles from './records.module.css';

interface GroupSheetProps {
  id: string;
  onClose: () => void;
  onChanged: () => void;
}

/** A group of questions that are alike: who asked what, and what becomes of them. */
export function GroupSheet({ id, onClose, onChanged }: GroupSheetProps) {
  const { t } = useTranslation('admin');
  const call = useCallback((api: Api) => questionGroup(api, id), [id]);
  const remote = useRemote(`question group ${id}`, call);
  return (
    <Dialog
      open
      onClose={onClose}
      title={remote.value?.group.examples[0] ?? t('records.view.groups')}
      closeLabel={t('common:action.close')}
      place="side"
    >
      <RemoteView remote={remote} words="admin">
        {(reply) => (
          <Opened
            reply={reply}
            onClose={onClose}
            onChanged={() => {
              onChanged();
              remote.reload();
            }}
          />
        )}
      </RemoteView>
    </Dialog>
  );
}

function Opened({ reply, onClose, onChanged }: Omit<GroupSheetProps, 'id'> & { reply: GroupReply }) {
  const { t } = useTranslation('admin');
  const { group, items } = reply;
  const [isAdding, setAdding] = useState(false);
  const { isBusy, problem, change } = useGroupChange(group, onChanged);
  const link = new URLSearchParams({ add: '1', question: cutText(group.examples[0] ?? '', 500), group: group.id });
  const handleDismiss = async () => {
    if (await change({ state: 'dismissed', expect: 'open' })) onClose();
  };
  if (isAdding)
    return (
      <AlternativeForm
        group={group}
        items={items}
        isBusy={isBusy}
        problem={problem}
        onCancel={() => setAdding(false)}
        onSave={async (settled) => {
          if (await change({ state: 'settled', expect: group.state, ...settled })) onClose();
        }}
      />
    );
  return (
    <div className={styles.sheet}>
      <p>{t('records.groupSaid', { count: group.questions, askers: t('records.askers', { count: group.askers }) })}</p>
      {problem !== undefined && <Banner tone="danger">{problem}</Banner>}
      {group.state === 'open' ? (
        <div className={styles.actions}>
          <Link to={`/admin/knowledges?${link}`} className={buttonClass} data-variant="primary">
            <BookPlus aria-hidden />
            {t('records.create')}
          </Link>
          <Button icon={<ListPlus aria-hidden />} onClick={() => setAdding(true)}>
            {t('records.add')}
          </Button>
          <Button variant="ghost" busy={isBusy} icon={<Ban aria-hidden />} onClick={() => void handleDismiss()}>
            {t('records.dismiss')}
          </Button>
        </div>
      ) : (
        <>
          <Settled reply={reply} />
          <div className={styles.actions}>
            <Button
              busy={isBusy}
              icon={<Undo2 aria-hidden />}
              onClick={() => void change({ state: groupStates[0], expect: group.state })}
            >
              {t('records.reopen')}
            </Button>
          </div>
        </>
      )}
      {group.entry !== null && (
        <p>
          {t('records.nearestIs')} <Link to={`/admin/knowledges?detail=${group.entry_id ?? ''}`}>{group.entry}</Link>
        </p>
      )}
      <Asked items={items} />
    </div>
  );
}

function Settled({ reply: { group } }: { reply: GroupReply }) {
  const { t } = useTranslation('admin');
  if (group.qna_id === null) return <p>{t('records.isDismissed')}</p>;
  return (
    <>
      <p>
        {t('records.isSettled')}{' '}
        <Link to={`/admin/knowledges?detail=${group.qna_id}`}>{group.qna ?? group.qna_id}</Link>
      </p>
      <p>{t('records.tellsLater')}</p>
      {group.since > 0 && <Banner tone="warn">{t('records.since', { count: group.since })}</Banner>}
    </>
  );
}

function Asked({ items }: { items: readonly RecordRow[] }) {
  const { t, i18n } = useTranslation('admin');
  const now = useNow();
  return (
    <section aria-labelledby="group-questions">
      <h3 id="group-questions">{t('records.asked')}</h3>
      <ul className={styles.asked}>
        {items.map(({ id, text, fate, asker, asked_at: at, comment }) => (
          <li key={id}>
            <span dir="auto">{text}</span>
            {comment !== null && <q dir="auto">{comment}</q>}
            <small>
              {t(`records.fate.${fate}`)} · {asker === null ? t('records.guest') : displayNameOf(t, asker)} ·{' '}
              <time>{momentOf(i18n.language, at, now)}</time>
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}
