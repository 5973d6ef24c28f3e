import { useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import FileUp from 'lucide-react/icons/file-up';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import Trash2 from 'lucide-react/icons/trash-2';
import { stepThatAskedForChanges } from '#domain/order/life/asked-changes.ts';
import { Button, buttonRow, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { EmptyOrAwaited } from '../../session/arrival.tsx';
import { useSession } from '../../session/session-context.tsx';
import { useNow } from '../../ui/now.ts';
import { fullTimeOf, shortTimeOf } from '../../i18n/times.ts';
import { ChangesAskedChip } from '../parts/changes-asked.tsx';
import { ExportOrder } from '../parts/export-order.tsx';
import { ImportOrder, importTextOf, type ImportText } from './import-order.tsx';
import { discardWithUndo, useDiscarding } from '../parts/discard-draft.ts';
import { displayNameOf } from '../../i18n/display-name.ts';
import { useEditorNames } from '../parts/colleague-words.ts';
import { nameOfOrder, summaryOf } from '../parts/order-words.ts';
import { usePriceText } from '../parts/price-text.ts';
import { StartOrder } from './start-order.tsx';
import { Templates } from './templates.tsx';
import styles from './drafts.module.css';
import type { OrderView } from '../views/view-types.ts';

/** List of drafts, with buttons that start a new order and import one. A JSON file may be dropped on it. */
export function Drafts({ drafts }: { drafts: OrderView[] }) {
  const [content, setContent] = useState<ImportText>({ text: '' });
  const [isImporting, setImporting] = useState(false);
  const [isOver, setOver] = useState(false);
  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file === undefined) return;
    setImporting(true);
    void importTextOf(file).then(setContent);
  };
  const handleOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    <div
      className={styles.drop}
      data-over={isOver || undefined}
      onDragOver={handleOver}
      onDragLeave={() => setOver(false)}
      onDrop={handleDrop}
    >
      <DraftList drafts={drafts} onImport={() => setImporting(true)} />
      {isImporting && <ImportOrder content={content} onContent={setContent} onClose={() => setImporting(false)} />}
    </div>
  );
}

function DraftList({ drafts, onImport }: { drafts: OrderView[]; onImport: () => void }) {
  const { t } = useTranslation('navigator');
  const discarding = useDiscarding();
  const shown = drafts.filter((draft) => !discarding.has(draft.id));
  const start = (
    <div className={buttonRow}>
      <Button icon={<FileUp aria-hidden />} onClick={onImport}>
        {t('json.import')}
      </Button>
      <StartOrder />
    </div>
  );
  // The buttons do not depend on what is below them, which changes with every attempt to connect: a button that is
  // replaced between press and release gets no click.
  return (
    <div className={styles.page}>
      <Card title={t('drafts.title')} aside={start}>
        {shown.length === 0 ? (
          <EmptyOrAwaited loading={<Skeleton label={t('drafts.loading')} shape="row" lines={4} />}>
            <EmptyState icon={<ClipboardList />} title={t('drafts.emptyTitle')}>
              {t('drafts.emptyText')}
            </EmptyState>
          </EmptyOrAwaited>
        ) : (
          <ul className={styles.list}>
            {shown.map((draft) => (
              <DraftRow key={draft.id} draft={draft} />
            ))}
          </ul>
        )}
      </Card>
      <Templates />
    </div>
  );
}

function DraftRow({ draft }: { draft: OrderView }) {
  const { t, i18n } = useTranslation('navigator');
  const { ctx, me } = useSession();
  const now = useNow();
  const namesOf = useEditorNames();
  const priceText = usePriceText();
  const name = nameOfOrder(draft, t);
  const names = namesOf(draft);
  return (
    <li className={styles.row}>
      <Link to={`/one-stop-order/Prototyping/${draft.id}`} className={styles.link}>
        <strong>{name}</strong>
        <span className={styles.facts}>
          {stepThatAskedForChanges(draft) !== undefined && <ChangesAskedChip />}
          <span>{summaryOf(draft.doc, t, i18n.language)}</span>
          <span>{priceText(draft)}</span>
          <time dateTime={draft.updatedAt} title={fullTimeOf(i18n.language, draft.updatedAt)}>
            {shortTimeOf(i18n.language, draft.updatedAt, now)}
          </time>
          {draft.ownerId !== me.id && <span>{t('history.owner', { name: displayNameOf(t, draft.ownerName) })}</span>}
          {draft.ownerId === me.id && names !== '' && <span>{t('together.with', { names })}</span>}
          {(draft.unsaved > 0 || draft.pending) && <span>{t('save.device')}</span>}
          {draft.pendingTransition === 'PLACE' && <span>{t('place.waiting')}</span>}
        </span>
      </Link>
      <ExportOrder isIcon name={name} doc={draft.doc} />
      {draft.ownerId === me.id && (
        <IconButton
          label={t('drafts.discard', { name })}
          icon={<Trash2 aria-hidden />}
          onClick={() => discardWithUndo(ctx, draft.id, { done: t('drafts.discarded', { name }), undo: t('undo') })}
        />
      )}
    </li>
  );
}
