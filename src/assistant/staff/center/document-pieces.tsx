import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import Download from 'lucide-react/icons/download';
import FileX from 'lucide-react/icons/file-x';
import Trash2 from 'lucide-react/icons/trash-2';
import type { DocumentPiece, DocumentPiecesReply } from '#domain/assistant/wire/knowledge-documents.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Button, buttonRow } from '../../../ui/button.tsx';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { showNotice } from '../../../ui/notice/notice.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { useDownload } from '../../../ui/use-download.ts';
import { remoteFailureOf, useReply } from '../../../shell/remote/remote.ts';
import { RemoteView } from '../../../shell/remote/remote-view.tsx';
import { Failure } from '../../../staff/failure.tsx';
import { useWrite } from '../../../staff/use-write.ts';
import { PieceCard } from './piece-card.tsx';
import { type PieceEdits, usePieceEdits } from './use-piece-edits.ts';
import basics from '../../../ui/basics.module.css';
import styles from './documents.module.css';
import { call, downloadFrom } from '../../../net/call.ts';

/** Time between two requests for a document that is being read, in ms. */
const readingAgainMs = 2_000;

/** The pieces of a document: each becomes a Q&A, after the expert has edited it, or is left out. */
export function DocumentPieces({ id, onDeleted }: { id: string; onDeleted: () => void }) {
  const document = useReply('GET /admin-api/knowledge_documents/:id', { params: { id } });
  const isReading = document.value?.state === 'reading';
  const { reload } = document;
  useEffect(() => {
    if (!isReading) return undefined;
    const timer = setInterval(reload, readingAgainMs);
    return () => clearInterval(timer);
  }, [isReading, reload]);
  return (
    <RemoteView remote={document} words="admin">
      {(shown) => <OpenedDocument document={shown} onChanged={reload} onDeleted={onDeleted} />}
    </RemoteView>
  );
}

interface OpenedProps {
  document: DocumentPiecesReply;
  onChanged: () => void;
  onDeleted: () => void;
}

function OpenedDocument({ document, onChanged, onDeleted }: OpenedProps) {
  const { t } = useTranslation('admin');
  const { id, name, state, items, problem } = document;
  const open = items.filter((piece) => piece.state === 'open').length;
  return (
    <>
      <header className={styles.head}>
        <h2>{name}</h2>
        <Actions document={document} onDeleted={onDeleted} />
      </header>
      {state === 'reading' && <Skeleton label={t('documents.reading')} lines={3} shape="row" />}
      {state === 'unreadable' && (
        <EmptyState icon={<FileX />} title={t('documents.unreadable')}>
          {problem}
        </EmptyState>
      )}
      {state === 'read' && items.length === 0 && (
        <EmptyState icon={<FileX />} title={t('documents.noPieces')}>
          {t('documents.noPiecesText')}
        </EmptyState>
      )}
      {state === 'read' && items.length > 0 && (
        <>
          <p className={basics.quiet} aria-live="polite">
            {t('documents.progress', { open, made: document.made, leftOut: document.left_out })}
          </p>
          <Pieces id={id} items={items} onChanged={onChanged} />
        </>
      )}
    </>
  );
}

function Pieces({ id, items, onChanged }: { id: string; items: readonly DocumentPiece[]; onChanged: () => void }) {
  const { t } = useTranslation('admin');
  const { api } = useSession();
  const { edits, change } = usePieceEdits(id);
  const { isBusy, problem, run } = useWrite();
  const [busyAt, setBusyAt] = useState<number>();
  if (edits === undefined) return <Skeleton label={t('common:state.loading')} lines={3} shape="row" />;
  const act = async (n: number, content: unknown, write: (key: string) => Promise<unknown>) => {
    setBusyAt(n);
    if (await run(content, write)) {
      change(without(edits, n));
      onChanged();
    }
    setBusyAt(undefined);
  };
  return (
    <>
      <Failure problem={problem} />
      <ol className={styles.pieces}>
        {items.map((piece) => {
          const { n } = piece;
          const texts = { question: piece.question, answer: piece.answer, ...edits[n] };
          const body = { items: [{ n, ...texts }] };
          return (
            <PieceCard
              key={n}
              piece={piece}
              texts={texts}
              isBusy={isBusy && busyAt === n}
              onChange={(next) => change({ ...edits, [n]: { ...edits[n], ...next } })}
              onMake={() =>
                void act(n, { id, ...body }, (key) =>
                  call(api, 'POST /admin-api/knowledge_documents/:id/qnas', { params: { id }, body, key }),
                )
              }
              onLeaveOut={(isLeftOut) =>
                void act(n, { id, n, isLeftOut }, () =>
                  call(api, 'POST /admin-api/knowledge_documents/:id/left_out', {
                    params: { id },
                    body: { numbers: [n], left_out: isLeftOut },
                  }),
                )
              }
            />
          );
        })}
      </ol>
    </>
  );
}

function without(edits: PieceEdits, n: number): PieceEdits {
  return Object.fromEntries(Object.entries(edits).filter(([key]) => Number(key) !== n));
}

function Actions({ document, onDeleted }: { document: DocumentPiecesReply; onDeleted: () => void }) {
  const { t } = useTranslation('admin');
  const { api } = useSession();
  const [isAsking, setAsking] = useState(false);
  const { isBusy, save } = useDownload();
  const { id, name, url, mime } = document;
  const failed = (error: unknown) => ({ title: t(`remote.${remoteFailureOf(error).kind}Title`), detail: name });
  const handleDelete = () => {
    setAsking(false);
    call(api, 'DELETE /admin-api/knowledge_documents/:id', { params: { id } }).then(onDeleted, (error: unknown) =>
      showNotice({ ...failed(error), tone: 'danger' }),
    );
  };
  return (
    <div className={buttonRow}>
      <Button
        small
        icon={<Download aria-hidden />}
        busy={isBusy}
        onClick={() => void save(downloadFrom(api, url, mime), name, failed)}
      >
        {t('documents.download')}
      </Button>
      <Button small icon={<Trash2 aria-hidden />} onClick={() => setAsking(true)}>
        {t('documents.delete')}
      </Button>
      <FormDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('documents.deleteTitle')}
        description={t('documents.deleteText', { name })}
        action={t('documents.deleteSure')}
        onAction={handleDelete}
        variant="danger"
        icon={<Trash2 aria-hidden />}
      />
    </div>
  );
}
