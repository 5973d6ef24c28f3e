import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { orderLimits } from '#domain/order/data/limits.ts';
import { carriers } from '#domain/order/life/carriers.ts';
import { transportModes, type TransportMode } from '#domain/order/data/goods.ts';
import { cutText } from '#domain/ground/text.ts';
import { Field } from '../../ui/form/field.tsx';
import { Select } from '../../ui/form/select.tsx';
import { isOtherCarrier } from './typed-parcel.ts';
import styles from './goods.module.css';

interface Carriage {
  carrier: string;
  tracking: string;
  mode: TransportMode;
}

interface CarrierFieldsProps extends Carriage {
  onChange: (carriage: Partial<Carriage>) => void;
  /** Error of the carrier's field. */
  error?: string | undefined;
}

const other = '-';

/** Fields of how goods travel: by road or air, with which carrier, under which number. */
export function CarrierFields({ carrier, tracking, mode, onChange, error }: CarrierFieldsProps) {
  const { t } = useTranslation('navigator');
  const [isOther, setOther] = useState(isOtherCarrier(carrier));
  const handleChosen = (value: string) => {
    setOther(value === other);
    onChange({ carrier: value === other ? '' : value });
  };
  return (
    <div className={styles.fields}>
      <Select
        label={t('parcel.mode')}
        value={mode}
        options={transportModes.map((value) => ({ value, label: t(`parcel.modes.${value}`) }))}
        onChange={(value) => onChange({ mode: value === 'air' ? 'air' : 'road' })}
      />
      <Select
        label={t('parcel.carrier')}
        value={isOther ? other : carrier}
        placeholder={t('parcel.noCarrier')}
        options={[
          ...carriers.map(({ code, name }) => ({ value: code, label: name })),
          { value: other, label: t('parcel.otherCarrier') },
        ]}
        error={isOther ? undefined : error}
        onChange={handleChosen}
      />
      {isOther && (
        <Field
          label={t('parcel.carrierName')}
          value={carrier}
          error={error}
          onChange={(text) => onChange({ carrier: cutText(text, orderLimits.carrierChars) })}
        />
      )}
      <Field
        label={t('parcel.tracking')}
        value={tracking}
        autoComplete="off"
        onChange={(text) => onChange({ tracking: cutText(text, orderLimits.trackingChars) })}
      />
    </div>
  );
}
