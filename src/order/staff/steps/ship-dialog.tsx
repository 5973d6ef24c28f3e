import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deliveryLinesOf } from '#domain/order/fields/address-fields.ts';
import { cellsLeft } from '#domain/order/data/cells.ts';
import { mostSocByAir, packingList, usualFlags } from '#domain/order/life/packing.ts';
import { type Shipment, transportFlags } from '#domain/order/data/goods.ts';
import { isBlank } from '#domain/ground/text.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { CarrierFields } from '../../goods/carrier-fields.tsx';
import { Addresses } from '../../addresses/order-addresses.tsx';
import { PackingList } from '../../goods/packing-list.tsx';
import { NoteField } from '../parts/note-field.tsx';
import { type StepDialogProps, useStepForm } from './step-form.ts';
import { StepFrame } from './step-frame.tsx';
import { ReasonField } from '../parts/reason-field.tsx';
import styles from '../parts/orders.module.css';
import { readSoc, socProblem } from './state-of-charge.ts';

/** Asks how the goods of an order travel, before it is shipped. */
export function ShipDialog(props: StepDialogProps) {
  const { order, again } = props;
  const { doc } = order;
  const { t } = useTranslation(['admin', 'navigator']);
  const form = useStepForm(props);
  const { send } = form;
  const before = again?.entry.args;
  const [shipment, setShipment] = useState<Omit<Shipment, 'soc'>>(
    () => before?.shipment ?? { carrier: '', tracking: '', mode: 'road', flags: usualFlags(doc, 'road'), ticks: [] },
  );
  const [soc, setSoc] = useState(String(before?.shipment?.soc ?? ''));
  const [reason, setReason] = useState(before?.reason ?? '');
  const [note, setNote] = useState(before?.note ?? '');
  const [isTried, setTried] = useState(false);
  const set = (change: Partial<Shipment>) =>
    setShipment({
      ...shipment,
      ...(change.mode === undefined ? {} : { flags: usualFlags(doc, change.mode) }),
      ...change,
    });
  const items = packingList(doc, { ...shipment, goods: 'cells', count: cellsLeft(order) });
  const open = items.filter(({ code }) => !shipment.ticks.includes(code)).length;
  const socCode = socProblem(soc, shipment.mode);
  const isCarrierMissing = isBlank(shipment.carrier);
  // Staff may know better than the list, but say why.
  const isAgainstRules = open > 0 || socCode === 'AIR';
  const isNoteMissing = isAgainstRules && isBlank(note);
  const handleYes = () => {
    setTried(true);
    if (isCarrierMissing || socCode === 'NUMBER' || isNoteMissing) return;
    const shown = new Set(items.map(({ code }) => code));
    const ticks = shipment.ticks.filter((code) => shown.has(code));
    const sent = { ...shipment, carrier: shipment.carrier.trim(), tracking: shipment.tracking.trim(), ticks };
    void send({
      shipment: { ...sent, soc: readSoc(soc) },
      ...(isBlank(reason) ? {} : { reason }),
      ...(isBlank(note) ? {} : { note }),
    });
  };
  return (
    <StepFrame step={props} form={form} onYes={handleYes}>
      <Addresses doc={doc} />
      <CarrierFields
        {...shipment}
        error={isTried && isCarrierMissing ? t('shipping.carrierMissing') : undefined}
        onChange={set}
      />
      <fieldset>
        <legend>{t('shipping.rules')}</legend>
        {transportFlags.map((flag) => (
          <Checkbox
            key={flag}
            label={t(`navigator:shipment.flags.${flag}`)}
            checked={shipment.flags.includes(flag)}
            onChange={(on) =>
              set({ flags: transportFlags.filter((each) => (each === flag ? on : shipment.flags.includes(each))) })
            }
          />
        ))}
      </fieldset>
      <Field
        label={t('shipping.soc')}
        kind="integer"
        unit="%"
        hint={t('shipping.socHint')}
        value={soc}
        error={isTried && socCode === 'NUMBER' ? t('shipping.socNumber') : undefined}
        warning={socCode === 'AIR' ? t('shipping.socAir', { most: mostSocByAir }) : undefined}
        onChange={setSoc}
      />
      <PackingList
        items={items}
        ticks={shipment.ticks}
        to={deliveryLinesOf(doc)}
        onChange={(ticks) => set({ ticks })}
      />
      <ReasonField
        label={t('orders.reasonOptional')}
        hint={t('orders.reasonHint')}
        value={reason}
        lines={2}
        onChange={setReason}
      />
      {isAgainstRules && (
        <Banner tone="warn">
          <ul className={styles.warnings}>
            {open > 0 && <li>{t('shipping.open', { count: open, of: items.length })}</li>}
            {socCode === 'AIR' && <li>{t('shipping.againstAir', { soc: readSoc(soc), most: mostSocByAir })}</li>}
          </ul>
          <p>{t('shipping.sayWhy')}</p>
        </Banner>
      )}
      <NoteField
        note={note}
        label={isAgainstRules ? t('shipping.why') : undefined}
        error={isTried && isNoteMissing ? t('shipping.whyMissing') : undefined}
        onChange={setNote}
      />
    </StepFrame>
  );
}
