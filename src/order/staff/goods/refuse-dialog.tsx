import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import Camera from 'lucide-react/icons/camera';
import { splitFiles } from '#domain/ground/attachments.ts';
import type { Parcel } from '#domain/order/life/parcels.ts';
import { isBlank } from '#domain/ground/text.ts';
import { refuseParcel } from '../../calls/parcel-change.ts';
import { hasSpaceFor } from '../../../db/storage.ts';
import type { OrderView } from '../../views/view-types.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { useOrderRoom } from '../../parts/order-room.ts';
import { useLeftOutText } from '../../../i18n/left-out-text.ts';
import { useReasonText } from '../../../i18n/reason-text.ts';
import { ReasonField } from '../parts/reason-field.tsx';
import styles from '../parts/orders.module.css';

interface RefuseDialogProps {
  order: OrderView;
  parcel: Parcel;
  onClose: () => void;
}

/** Asks why a parcel is refused, and for a photo, which goes into the conversation of the order. */
export function RefuseDialog({ order, parcel, onClose }: RefuseDialogProps) {
  const { t } = useTranslation(['admin', 'navigator']);
  const { ctx } = useSession();
  const { ensure } = useOrderRoom(order.id);
  const reasonText = useReasonText();
  const [reason, setReason] = useState('');
  const [photo, setPhoto] = useState<File>();
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const handleYes = async () => {
    setTried(true);
    if (isBlank(reason)) return;
    if (photo !== undefined && !(await hasSpaceFor(ctx.db, [photo])))
      return setProblem(reasonText({ code: 'NO_SPACE', message: 'NO_SPACE' }));
    setBusy(true);
    const refusal = { orderId: order.id, parcelId: parcel.id, reason: reason.trim() };
    try {
      const sent = photo === undefined ? undefined : { file: photo, roomId: await ensure(order.number) };
      await refuseParcel(ctx, refusal, sent);
      onClose();
    } catch {
      setProblem(t('navigator:save.failed'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t('parcels.step.refused')}
      description={t('parcels.refuseMeans')}
      action={t('parcels.step.refused')}
      onAction={handleYes}
      variant="danger"
      busy={isBusy}
    >
      <ReasonField
        label={t('orders.reason')}
        hint={t('parcels.reasonHint')}
        value={reason}
        lines={3}
        error={isTried && isBlank(reason) ? t('orders.reasonMissing') : undefined}
        onChange={setReason}
      />
      <PhotoField photo={photo} onChange={setPhoto} onProblem={setProblem} />
      <div aria-live="polite">{problem !== undefined && <Banner tone="danger">{problem}</Banner>}</div>
    </FormDialog>
  );
}

interface PhotoFieldProps {
  photo: File | undefined;
  onChange: (photo: File | undefined) => void;
  onProblem: (problem: string | undefined) => void;
}

/** Takes or chooses a photo. */
function PhotoField({ photo, onChange, onProblem }: PhotoFieldProps) {
  const { t } = useTranslation('admin');
  const leftOutText = useLeftOutText();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.actions}>
      <Button icon={<Camera aria-hidden />} onClick={() => picker.current?.click()}>
        {t(photo === undefined ? 'parcels.photo' : 'parcels.otherPhoto')}
      </Button>
      {photo !== undefined && <span>{photo.name}</span>}
      <input
        ref={picker}
        type="file"
        hidden
        accept="image/*"
        aria-label={t('parcels.photo')}
        onChange={({ target }) => {
          const { taken, leftOut } = splitFiles([...(target.files ?? [])]);
          onProblem(leftOutText(leftOut));
          onChange(taken[0]);
          target.value = '';
        }}
      />
    </div>
  );
}
