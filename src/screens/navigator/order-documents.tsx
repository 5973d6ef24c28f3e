import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import Download from 'lucide-react/icons/download';
import { cleanFileName } from '#domain/file-name.ts';
import { orderDocument, type OrderDocument } from '../../net/order-documents.ts';
import { Button } from '../../ui/button.tsx';
import { download } from '../../ui/download.ts';
import { showNotice } from '../../ui/notice.tsx';
import { useSession } from '../../session/session-context.tsx';
import type { OrderView } from '../../db/view-types.ts';
import styles from './order-actions.module.css';

/** Buttons that download the documents of an order: its quote, and its invoice once the quote is accepted. */
export function OrderDocuments({ order }: { order: OrderView }) {
  const documents = documentsOf(order);
  if (documents.length === 0) return null;
  return (
    <div className={styles.actions}>
      {documents.map((document) => (
        <DocumentButton key={document} order={order} document={document} />
      ))}
    </div>
  );
}

function documentsOf({ status, quote, history }: OrderView): OrderDocument[] {
  if (status === 'draft' || quote === null) return [];
  return history.some(({ event }) => event === 'ACCEPT_QUOTE') ? ['quote', 'invoice'] : ['quote'];
}

function DocumentButton({ order, document }: { order: OrderView; document: OrderDocument }) {
  const { t } = useTranslation('navigator');
  const { api } = useSession();
  const [busy, setBusy] = useState(false);
  const name = t(`documents.${document}`);
  const save = async () => {
    setBusy(true);
    try {
      download(await orderDocument(api, order.id, document), cleanFileName(`${order.number} ${name}.pdf`));
    } catch {
      showNotice({ title: t('documents.failed', { name }), detail: t('documents.failedText'), tone: 'danger' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button small busy={busy} icon={<Download aria-hidden />} onClick={() => void save()}>
      {t('documents.download', { name })}
    </Button>
  );
}
