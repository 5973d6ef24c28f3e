import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PreviewReply, SaveRateCardBody } from '#domain/order/wire/rate-card.ts';
import { useSession } from '../../../session/session-context.tsx';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { changedOrders } from './preview-table.tsx';
import { call } from '../../../net/call.ts';

interface SaveDialogProps {
  body: SaveRateCardBody;
  preview: PreviewReply;
  onClose: () => void;
  onSaved: (number: number) => void;
  onFailed: (error: unknown) => void;
}

/** Asks before a new version is saved, naming how many orders get another price. */
export function SaveDialog({ body, preview, onClose, onSaved, onFailed }: SaveDialogProps) {
  const { t } = useTranslation('admin');
  const { api } = useSession();
  const [key] = useState(() => crypto.randomUUID());
  const [isBusy, setBusy] = useState(false);
  const changed = changedOrders(preview);
  const drafts = changed.filter(({ status }) => status === 'draft').length;
  const placed = changed.length - drafts;
  const isCut = preview.total > preview.items.length;
  function handleSure(): void {
    setBusy(true);
    call(api, 'POST /admin-api/rate_cards', { body, key }).then(({ number }) => onSaved(number), onFailed);
  }
  return (
    <FormDialog
      onClose={onClose}
      title={t('rateCard.sure.title', { number: body.replaces + 1 })}
      description={
        <>
          <p>{t('rateCard.sure.drafts', { count: drafts })}</p>
          {placed > 0 && <p>{t('rateCard.sure.placed', { count: placed })}</p>}
          {isCut && <p>{t('rateCard.sure.cut', { count: preview.items.length, total: preview.total })}</p>}
          <p>{t('rateCard.sure.text')}</p>
        </>
      }
      action={t('rateCard.save', { number: body.replaces + 1 })}
      onAction={handleSure}
      busy={isBusy}
    />
  );
}
