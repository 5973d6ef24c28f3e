import { download } from '../../ui/download.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import Download from 'lucide-react/icons/download';
import type { InvoiceReply } from '#domain/protocol/payments.ts';
import { invoiceFile } from '../../net/payments.ts';
import { Button } from '../../ui/button.tsx';
import { showNotice } from '../../ui/notice.tsx';
import { useSession } from '../../session/session-context.tsx';

/** Downloads an invoice's PDF with the session's token, which a plain link would lack. */
export function InvoiceDownload({ invoice, small = false }: { invoice: InvoiceReply; small?: boolean }) {
  const { t } = useTranslation('payments');
  const { api } = useSession();
  const [isBusy, setBusy] = useState(false);
  async function handleClick(): Promise<void> {
    setBusy(true);
    try {
      download(await invoiceFile(api, invoice), `${invoice.number}.pdf`);
    } catch {
      showNotice({ title: t('invoices.failed'), tone: 'danger' });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button
      small={small}
      busy={isBusy}
      icon={<Download aria-hidden />}
      aria-label={t('invoices.downloadOf', { number: invoice.number })}
      onClick={() => void handleClick()}
    >
      {t('invoices.download')}
    </Button>
  );
}
