import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import BookPlus from 'lucide-react/icons/book-plus';
import Ban from 'lucide-react/icons/ban';
import ListPlus from 'lucide-react/icons/list-plus';
import Undo2 from 'lucide-react/icons/undo-2';
import type { DecideBody, GroupReply, RecordRow } from '#domain/assistant/wire/records.ts';
import { cutText } from '#domain/ground/text.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, buttonClass, buttonRow } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { useReply } from '../../../shell/remote/remote.ts';
import { RemoteView } from '../../../shell/remote/remote-view.tsx';
import { AlternativeForm } from './alternative-form.tsx';
import { AskedList } from './asked-list.tsx';
import { useDecision } from './use-decision.ts';
import styles from './records.module.css';

interface UnansweredSheetProps {
  id: string;
  onClose: () => void;
  onChanged: () => void;
}

/** Questions near one entry, or of one decision: who asked what, and what becomes of them. */
export function UnansweredSheet({ id, onClose, onChanged }: UnansweredSheetProps) {
  const { t } = useTranslation('admin');
  const remote = useReply('GET /admin-api/records/groups/:id', { params: { id } });
  return (
    <Dialog
      open
      hasAddress
      onClose={onClose}
      title={remote.value?.group.examples[0] ?? t('records.view.groups')}
      place="side"
    >
      <RemoteView remote={remote} words="admin">
        {(reply) => (
          <OpenedGroup
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

function OpenedGroup({ reply, onClose, onChanged }: Omit<UnansweredSheetProps, 'id'> & { reply: GroupReply }) {
  const { t } = useTranslation('admin');
  const { group, items } = reply;
  const [isAdding, setAdding] = useState(false);
  // A question that stands alone is chosen. Of several, some may be about something else.
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const { isBusy, problem, decide, takeBack } = useDecision(onChanged);
  const chosen = items.length === 1 ? items : items.filter((item) => picked.has(item.id));
  const questions = chosen.map((item) => item.id);
  const handleDecide = async (body: Omit<DecideBody, 'questions'>) => {
    if (!(await decide({ ...body, questions }))) return;
    setPicked(new Set());
    setAdding(false);
    // Nothing is left here.
    if (questions.length === items.length) onClose();
  };
  if (isAdding)
    return (
      <AlternativeForm
        group={group}
        items={chosen}
        isBusy={isBusy}
        problem={problem}
        onCancel={() => setAdding(false)}
        onSave={(settled) => handleDecide({ state: 'settled', ...settled })}
      />
    );
  return (
    <div className={styles.sheet}>
      <p>{t('records.groupSaid', { count: group.questions, askers: t('records.askers', { count: group.askers }) })}</p>
      {group.entry !== null && (
        <p>
          {t('records.nearestIs')} <Link to={`/admin/knowledges?detail=${group.entry_id ?? ''}`}>{group.entry}</Link>
        </p>
      )}
      {problem !== undefined && <Banner tone="danger">{problem}</Banner>}
      {group.state === 'open' ? (
        <Choices
          chosen={chosen}
          isBusy={isBusy}
          onAdd={() => setAdding(true)}
          onDismiss={() => void handleDecide({ state: 'dismissed' })}
        />
      ) : (
        <SettledGroup
          reply={reply}
          onReopen={() => {
            onClose();
            void takeBack(group.id);
          }}
        />
      )}
      <AskedList items={items} chosen={group.state === 'open' ? picked : undefined} onChoose={setPicked} />
    </div>
  );
}

interface ChoicesProps {
  /** The questions that a decision is about. */
  chosen: readonly RecordRow[];
  isBusy: boolean;
  onAdd: () => void;
  onDismiss: () => void;
}

/** Shows what can be done with the chosen questions. */
function Choices({ chosen, isBusy, onAdd, onDismiss }: ChoicesProps) {
  const { t } = useTranslation('admin');
  const [first] = chosen;
  if (first === undefined) return <p>{t('records.choose')}</p>;
  const questions = chosen.map(({ id }) => id).join(',');
  const link = new URLSearchParams({ add: '1', question: cutText(first.understood, 500), questions });
  return (
    <>
      {chosen.length > 1 && <strong aria-live="polite">{t('records.chosen', { count: chosen.length })}</strong>}
      <div className={buttonRow}>
        <Link to={`/admin/knowledges?${link}`} className={buttonClass} data-variant="primary">
          <BookPlus aria-hidden />
          {t('records.create')}
        </Link>
        <Button icon={<ListPlus aria-hidden />} onClick={onAdd}>
          {t('records.add')}
        </Button>
        <Button variant="ghost" busy={isBusy} icon={<Ban aria-hidden />} onClick={onDismiss}>
          {t('records.dismiss')}
        </Button>
      </div>
    </>
  );
}

/** Shows what became of the questions, with a button that takes it back. */
function SettledGroup({ reply: { group }, onReopen }: { reply: GroupReply; onReopen: () => void }) {
  const { t } = useTranslation('admin');
  return (
    <>
      {group.qna_id === null ? (
        <p>{t('records.isDismissed')}</p>
      ) : (
        <>
          <p>
            {t('records.isSettled')}{' '}
            <Link to={`/admin/knowledges?detail=${group.qna_id}`}>{group.qna ?? group.qna_id}</Link>
          </p>
          <p>{t('records.tellsLater')}</p>
        </>
      )}
      <div className={buttonRow}>
        <Button icon={<Undo2 aria-hidden />} onClick={onReopen}>
          {t('records.reopen')}
        </Button>
      </div>
    </>
  );
}
