import { useTranslation } from 'react-i18next';
import Download from 'lucide-react/icons/download';
import { cleanFileName } from '#domain/ground/file-name.ts';
import { fallbackLanguage } from '#domain/ground/languages.ts';
import { Button, buttonRow } from '../../ui/button.tsx';
import { useDownload } from '../../ui/use-download.ts';
import { useSession } from '../../session/session-context.tsx';
import type { OrderView } from '../views/view-types.ts';
import { download } from '../../net/call.ts';

/** The documents of an order as PDF, written by the server. */
type OrderDocument = 'quote' | 'invoice' | 'credit_note';

/** Buttons that download the documents of an order: quote, invoice once the quote is accepted, credit note. */
export function OrderDocuments({ order }: { order: OrderView }) {
  const documents = documentsOf(order);
  if (documents.length === 0) return null;
  return (
    <div className={buttonRow}>
      {documents.map((document) => (
        <DocumentButton key={document} order={order} document={document} />
      ))}
    </div>
  );
}

function documentsOf({ status, quote, history }: OrderView): OrderDocument[] {
  if (status === 'draft' || quote === null) return [];
  return [
    'quote',
    // While it is to be paid, it stands at the top of the order.
    ...(status !== 'awaiting_payment' && history.some(({ event }) => event === 'ACCEPT_QUOTE')
      ? (['invoice'] as const)
      : []),
    ...(history.some(({ bill }) => bill?.settlement === 'refund') ? (['credit_note'] as const) : []),
  ];
}

/** Button that downloads a document of an order. */
export function DocumentButton({ order, document }: { order: OrderView; document: OrderDocument }) {
  const { t, i18n } = useTranslation('navigator');
  const { api } = useSession();
  const { isBusy, save } = useDownload();
  const name = t(`documents.${document}`);
  const handleClick = () => {
    const failed = () => ({ title: t('documents.failed', { name }), detail: t('documents.failedText') });
    void save(
      download(api, `GET /po_system/orders/:id/${document}/pdf`, {
        params: { id: order.id },
        query: `language=${i18n.resolvedLanguage ?? fallbackLanguage}`,
      }),
      cleanFileName(`${order.number} ${name}.pdf`),
      failed,
    );
  };
  return (
    <Button small busy={isBusy} icon={<Download aria-hidden />} onClick={handleClick}>
      {t('documents.download', { name })}
    </Button>
  );
}
