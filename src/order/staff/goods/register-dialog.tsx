import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { orderLimits } from '#domain/order/data/limits.ts';
import { cutText, isBlank } from '#domain/ground/text.ts';
import { registerParcel } from '../../calls/parcel-change.ts';
import type { OrderView } from '../../views/view-types.ts';
import { useSession } from '../../../session/session-context.tsx';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { ParcelLines } from '../../goods/parcel-lines.tsx';
import { CarrierFields } from '../../goods/carrier-fields.tsx';
import { contentOf, emptyParcel, problemsIn, type TypedParcel } from '../../goods/typed-parcel.ts';
import { Failure } from '../../../staff/failure.tsx';

interface RegisterDialogProps {
  order: OrderView;
  onClose: () => void;
}

/** Asks what was counted in a parcel that was not announced, and from whom it came. */
export function RegisterDialog({ order, onClose }: RegisterDialogProps) {
  const { t } = useTranslation(['admin', 'navigator']);
  const { ctx } = useSession();
  const [typed, setTyped] = useState<TypedParcel>(() => emptyParcel(order.doc));
  const [sender, setSender] = useState('');
  const [isTried, setTried] = useState(false);
  const [problem, setProblem] = useState<string>();
  const problems = problemsIn(typed);
  const set = (changes: Partial<TypedParcel>) => setTyped({ ...typed, ...changes });
  const handleYes = async () => {
    setTried(true);
    if (problems.some((each) => each !== undefined)) return;
    const content = contentOf(order.doc, typed);
    try {
      await registerParcel(ctx, { orderId: order.id, content, ...(isBlank(sender) ? {} : { sender: sender.trim() }) });
      onClose();
    } catch {
      setProblem(t('navigator:save.failed'));
    }
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t('parcels.register')}
      description={t('parcels.registerMeans')}
      action={t('parcels.register')}
      onAction={handleYes}
    >
      <Field
        label={t('parcels.sender')}
        value={sender}
        onChange={(text) => setSender(cutText(text, orderLimits.parcelLineChars))}
      />
      <ParcelLines lines={typed.lines} problems={isTried ? problems : []} onChange={(lines) => set({ lines })} />
      <CarrierFields {...typed} onChange={set} />
      <Field
        label={t('parcels.notes')}
        value={typed.notes}
        lines={2}
        onChange={(notes) => set({ notes: cutText(notes, orderLimits.reasonChars) })}
      />
      <Failure waits problem={problem} />
    </FormDialog>
  );
}
