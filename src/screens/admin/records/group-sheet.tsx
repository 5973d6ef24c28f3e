import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import BookPlus from 'lucide-react/icons/book-plus';
import Ban from 'lucide-react/icons/ban';
import ListPlus from 'lucide-react/icons/list-plus';
import Merge from 'lucide-react/icons/merge';
import Undo2 from 'lucide-react/icons/undo-2';
import type { GroupReply } from '#domain/protocol/records.ts';
import { groupStates } from '#domain/question-fates.ts';
import { cutText } from '#domain/text.ts';
import type { Api } from '../../../net/http.ts';
import { questionGroup } from '../../../net/records.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useRemote } from '../../remote/remote.ts';
import { RemoteView } from '../../remote/remote-view.tsx';
import { AlternativeForm } from './alternative-form.tsx';
import { AskedList } from './asked-list.tsx';
import { MoveForm } from './move-form.tsx';
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
      hasAddress
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
  const [form, setForm] = useState<'add' | 'merge' | 'move'>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { isBusy, problem, change, move } = useGroupChange(group, onChanged);
  const questions = items.map((item) => item.id).filter((each) => chosen.has(each));
  const link = new URLSearchParams({ add: '1', question: cutText(group.examples[0] ?? '', 500), group: group.id });
  const handleDismiss = async () => {
    if (await change({ state: 'dismissed', expect: 'open' })) onClose();
  };
  const handleMove = async (to: string | null, some?: string[]) => {
    if (!(await move({ to, ...(some === undefined ? {} : { questions: some }) }))) return;
    setChosen(new Set());
    setForm(undefined);
    // Nothing is left of the group.
    if (some === undefined) onClose();
  };
  if (form === 'merge' || form === 'move') {
    const some = form === 'move' ? questions : undefined;
    return (
      <MoveForm
        reply={reply}
        count={some?.length}
        isBusy={isBusy}
        problem={problem}
        onCancel={() => setForm(undefined)}
        onMove={(to) => void handleMove(to, some)}
      />
    );
  }
  if (form === 'add')
    return (
      <AlternativeForm
        group={group}
        items={items}
        isBusy={isBusy}
        problem={problem}
        onCancel={() => setForm(undefined)}
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
          <Button icon={<ListPlus aria-hidden />} onClick={() => setForm('add')}>
            {t('records.add')}
          </Button>
          <Button icon={<Merge aria-hidden />} onClick={() => setForm('merge')}>
            {t('records.move.merge')}
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
      <AskedList
        items={items}
        chosen={new Set(questions)}
        isBusy={isBusy}
        onChoose={setChosen}
        onSplit={() => void handleMove(null, questions)}
        onMove={() => setForm('move')}
      />
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
