import { useCallback, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import BookOpen from 'lucide-react/icons/book-open';
import type { QnaCategoriesReply, QnaReply, QnasReply } from '#domain/assistant/wire/qnas.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { useKeptRemote } from '../../../shell/remote/kept-remote.ts';
import { StaffList } from '../../../staff/table/staff-list.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { KnowledgeTools } from './knowledge-tools.tsx';
import { useOpenDialog, withDialog } from './open-dialog.ts';
import { PublishBar } from './publish-bar.tsx';
import { QnaActions } from './qna-actions.tsx';
import { moreColumns, useQnaColumns } from './qna-columns.tsx';
import { qnaAddress, qnaFilters } from './qna-filters.ts';
import { StopDialog } from './stop-dialog.tsx';
import { UnsavedQnas } from './unsaved-qnas.tsx';
import { reading, download } from '../../../net/call.ts';
import type { Api } from '../../../net/http.ts';
import { DetailSheet } from './detail-sheet.tsx';
import type { QnaDialogProps } from './dialog-props.ts';
import { AddQna, EditQna } from './qna-editors.tsx';
import { VersionsDialog } from './versions-dialog.tsx';
import styles from './knowledges.module.css';

const listQnas = reading('GET /qnas');
const qnaCategories = reading('GET /qnas/categories');

/** `/admin/knowledges`: the Q&As that the assistant learns from. */
export function KnowledgesScreen() {
  const [dialog, open] = useOpenDialog();
  const [deleted, setDeleted] = useState<QnaReply>();
  const [stopped, setStopped] = useState<QnaReply>();
  const { stamp, categories, handleWritten } = useWrites();
  const handleAdd = () => open({ kind: 'add', id: '1' });
  const actions = (qna: QnaReply) => (
    <QnaActions qna={qna} onOpen={open} onDelete={setDeleted} onStop={setStopped} onWritten={handleWritten} />
  );
  return (
    <div className={styles.page}>
      <KnowledgeTools onAdd={handleAdd} onWritten={handleWritten} />
      <UnsavedQnas isOpen={dialog !== undefined} />
      <QnaList stamp={stamp} categories={categories} actions={actions} onAdd={handleAdd} onWritten={handleWritten} />
      {dialog !== undefined && (
        <QnaDialog
          key={`${dialog.kind} ${dialog.id} ${dialog.given}`}
          dialog={dialog}
          categories={categories}
          onOpen={open}
          onClose={() => open()}
          onDelete={setDeleted}
          onStop={setStopped}
          onWritten={handleWritten}
        />
      )}
      {stopped !== undefined && (
        <StopDialog
          qna={stopped}
          onClose={() => setStopped(undefined)}
          onWritten={() => {
            if (dialog?.kind === 'detail') open();
            handleWritten();
          }}
        />
      )}
      {deleted !== undefined && (
        <DeleteDialog
          qna={deleted}
          onClose={() => setDeleted(undefined)}
          onDeleted={() => {
            setDeleted(undefined);
            open();
            handleWritten();
          }}
          onWritten={handleWritten}
        />
      )}
    </div>
  );
}

/** Returns the categories, and a function that reads them and the list again after each write. */
function useWrites() {
  const [writes, setWrites] = useState(0);
  const { value, reload } = useKeptRemote('qna categories', qnaCategories);
  const handleWritten = useCallback(() => {
    setWrites((count) => count + 1);
    reload();
  }, [reload]);
  return { stamp: String(writes), categories: value, handleWritten };
}

interface QnaListProps {
  /** Another one makes the list be read again. */
  stamp: string;
  categories: QnaCategoriesReply | undefined;
  /** Returns the buttons of a Q&A. */
  actions: (qna: QnaReply) => ReactNode;
  onAdd: () => void;
  onWritten: () => void;
}

function QnaList({ stamp, categories, actions, onAdd, onWritten }: QnaListProps) {
  const { t } = useTranslation('admin');
  const [params] = useSearchParams();
  const columns = useQnaColumns(actions);
  return (
    <StaffList<QnaReply, QnasReply>
      name="qnas"
      label={t('qna.title')}
      address={qnaAddress}
      read={listQnas}
      readFile={qnaFile}
      stamp={stamp}
      searchLabel={t('qna.search')}
      filtersOf={() => qnaFilters(t, categories)}
      actions={actionsOf(onWritten)}
      columns={columns}
      hiddenAtFirst={moreColumns}
      keyOf={({ id }) => id}
      pathOf={({ id }) => `?${withDialog(params, { kind: 'detail', id })}`}
      countOf={(count) => t('qna.items', { count })}
      perPage={(count) => t('qna.perPage', { count })}
      empty={<NoQnas onAdd={onAdd} />}
    />
  );
}

function NoQnas({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation('admin');
  return (
    <EmptyState
      icon={<BookOpen />}
      title={t('qna.empty')}
      action={
        <Button variant="primary" onClick={onAdd}>
          {t('qna.add')}
        </Button>
      }
    >
      {t('qna.emptyText')}
    </EmptyState>
  );
}

function actionsOf(onWritten: () => void) {
  return (chosen: readonly QnaReply[]) => <PublishBar chosen={chosen} onWritten={onWritten} />;
}

/** Returns a file with all columns of the Q&As that fit, or of the chosen ones. */
async function qnaFile(api: Api, query: string, chosen: readonly { id: string }[]): Promise<Blob> {
  const which = chosen.length === 0 ? query : `ids=${chosen.map(({ id }) => id).join(',')}`;
  return await download(api, 'GET /qnas/csv', { query: which });
}

/** The dialog that the address names. */
function QnaDialog(props: QnaDialogProps) {
  const Shown = dialogs[props.dialog.kind];
  return <Shown {...props} />;
}

const dialogs = { add: AddQna, edit: EditQna, versions: VersionsDialog, detail: DetailSheet };
