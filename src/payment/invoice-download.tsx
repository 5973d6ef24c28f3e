import { useTranslation } from 'react-i18next';
import Download from 'lucide-react/icons/download';
import { fallbackLanguage } from '#domain/ground/languages.ts';
import type { InvoiceReply } from '#domain/payment/wire/payments.ts';
import { Button } from '../ui/button.tsx';
import { useDownload } from '../ui/use-download.ts';
import { useSession } from '../session/session-context.tsx';
import { downloadFrom } from '../net/call.ts';

/** Downloads an invoice's PDF with the session's token, which a plain link would lack. */
export function InvoiceDownload({ invoice, small = false }: { invoice: InvoiceReply; small?: boolean }) {
  const { t, i18n } = useTranslation('payments');
  const { api } = useSession();
  const { isBusy, save } = useDownload();
  const path = `${invoice.pdf_url}?language=${i18n.resolvedLanguage ?? fallbackLanguage}`;
  const handleClick = () =>
    void save(downloadFrom(api, path), `${invoice.number}.pdf`, () => ({ title: t('invoices.failed') }));
  return (
    <Button
      small={small}
      busy={isBusy}
      icon={<Download aria-hidden />}
      aria-label={t('invoices.downloadOf', { number: invoice.number })}
      onClick={handleClick}
    >
      {t('invoices.download')}
    </Button>
  );
}
