import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import FileText from 'lucide-react/icons/file-text';
import FolderOpen from 'lucide-react/icons/folder-open';
import { pageRowsMost } from '#domain/ground/page-rows.ts';
import type { DocumentReply } from '#domain/assistant/wire/knowledge-documents.ts';
import { Chip } from '../../../ui/chip.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { useNow } from '../../../ui/now.ts';
import { sizeText } from '../../../chat/parts/file-bytes.ts';
import { type Remote, useReply } from '../../../shell/remote/remote.ts';
import { RemoteView } from '../../../shell/remote/remote-view.tsx';
import { dayOf, fullTimeOf } from '../../../i18n/times.ts';
import { AddDocument } from './add-document.tsx';
import { DocumentPieces } from './document-pieces.tsx';
import basics from '../../../ui/basics.module.css';
import styles from './documents.module.css';

/** Documents that experts have uploaded to make Q&As from. The address names the one that is open. */
export function Documents() {
  const { t } = useTranslation('admin');
  const [params, setParams] = useSearchParams();
  const documents = useReply('GET /admin-api/knowledge_documents', { query: { limit: pageRowsMost } });
  const opened = params.get('document');
  const withDocument = (id?: string) => {
    const next = new URLSearchParams(params);
    if (id === undefined) next.delete('document');
    else next.set('document', id);
    return next;
  };
  if (opened !== null) {
    return (
      <section className={basics.stack} aria-label={t('documents.title')}>
        <Link className={styles.back} to={`?${withDocument()}`} onClick={documents.reload}>
          <ArrowLeft aria-hidden />
          {t('documents.back')}
        </Link>
        <DocumentPieces
          key={opened}
          id={opened}
          onDeleted={() => {
            documents.reload();
            setParams(withDocument());
          }}
        />
      </section>
    );
  }
  return (
    <section className={basics.stack} aria-labelledby="knowledge-documents">
      <h2 id="knowledge-documents">{t('documents.title')}</h2>
      <p className={basics.quiet}>{t('documents.text')}</p>
      <AddDocument
        onAdded={({ id }) => {
          documents.reload();
          setParams(withDocument(id));
        }}
      />
      <DocumentList documents={documents} pathOf={(id) => `?${withDocument(id)}`} />
    </section>
  );
}

interface DocumentListProps {
  documents: Remote<{ items: DocumentReply[]; total: number }>;
  pathOf: (id: string) => string;
}

function DocumentList({ documents, pathOf }: DocumentListProps) {
  const { t } = useTranslation('admin');
  return (
    <RemoteView remote={documents} words="admin">
      {({ items, total }) =>
        items.length === 0 ? (
          <EmptyState icon={<FolderOpen />} title={t('documents.none')}>
            {t('documents.noneText')}
          </EmptyState>
        ) : (
          <>
            <ul className={styles.list} aria-label={t('documents.title')}>
              {items.map((document) => (
                <li key={document.id}>
                  <Link to={pathOf(document.id)}>
                    <FileText aria-hidden />
                    <DocumentLine document={document} />
                  </Link>
                </li>
              ))}
            </ul>
            {total > items.length && <p className={basics.quiet}>{t('documents.newest', { count: items.length })}</p>}
          </>
        )
      }
    </RemoteView>
  );
}

function DocumentLine({ document }: { document: DocumentReply }) {
  const { t, i18n } = useTranslation('admin');
  const now = useNow();
  const {
    name,
    size,
    added_at: at,
    added_by: by,
    large_category: large,
    medium_category: medium,
    open,
    made,
  } = document;
  const about = [
    [large, medium].filter((part) => part !== '').join(' / '),
    sizeText(i18n.language, size),
    dayOf(i18n.language, at, now),
    by,
  ].filter((part) => part !== null);
  return (
    <>
      <span className={styles.about}>
        <strong>{name}</strong>
        <small title={fullTimeOf(i18n.language, at)}>{about.join(' · ')}</small>
      </span>
      {document.state === 'reading' && <Chip tone="info">{t('documents.reading')}</Chip>}
      {document.state === 'unreadable' && <Chip tone="warn">{t('documents.unreadable')}</Chip>}
      {document.state === 'read' && (
        <Chip tone={open > 0 ? 'info' : 'ok'}>
          {open > 0 ? t('documents.open', { count: open }) : t('documents.made', { count: made })}
        </Chip>
      )}
    </>
  );
}
