import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Parcel } from '#domain/order/life/parcels.ts';
import type { OrderView } from '../../views/view-types.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { countOf } from '../../goods/typed-parcel.ts';
import { useParcelChange } from '../../goods/use-parcel-change.ts';

interface ParcelDialogProps {
  order: OrderView;
  parcel: Parcel;
  onClose: () => void;
}

/** Asks how many of each line of a parcel were found. */
export function CountDialog({ order, parcel: { id, content, counts }, onClose }: ParcelDialogProps) {
  const { t } = useTranslation(['admin', 'navigator']);
  const change = useParcelChange(order.id);
  const [typed, setTyped] = useState(() =>
    content.lines.map((_, i) => (counts === undefined ? '' : String(counts[i]))),
  );
  const [isTried, setTried] = useState(false);
  const read = typed.map((text) => countOf(text, 0));
  const handleYes = async () => {
    setTried(true);
    const found = read.filter((count) => count !== undefined);
    if (found.length < read.length) return;
    if (await change({ parcelId: id, step: 'counted', counts: found })) onClose();
  };
  return (
    <FormDialog onClose={onClose} title={t('parcels.count')} action={t('parcels.keepCount')} onAction={handleYes}>
      {content.lines.map(({ name, count }, i) => (
        <Field
          key={name}
          label={name}
          kind="integer"
          hint={t('parcels.announced', { said: count })}
          value={typed[i] ?? ''}
          warning={read[i] !== undefined && read[i] !== count ? t('parcels.differs', { said: count }) : undefined}
          error={isTried && read[i] === undefined ? t('parcels.countMissing') : undefined}
          onChange={(text) => setTyped(typed.map((each, at) => (at === i ? text : each)))}
        />
      ))}
    </FormDialog>
  );
}
