import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deliveryLinesOf } from '#domain/order/fields/address-fields.ts';
import { countShippableCells } from '#domain/order/data/cells.ts';
import { mostSocByAir, packingList, usualFlags } from '#domain/order/life/packing.ts';
import { type Shipment, transportFlags } from '#domain/order/data/goods.ts';
import { isBlank } from '#domain/ground/text.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { CarrierFields } from '../../goods/carrier-fields.tsx';
import type { OrderView } from '../../views/view-types.ts';
import { Addresses } from '../../addresses/order-addresses.tsx';
import { PackingList } from '../../goods/packing-list.tsx';
import { NoteField } from '../parts/note-field.tsx';
import { type StepDialogProps, useStepForm, writtenWith } from './step-form.ts';
import { StepReason } from './step-reason.tsx';
import { StepFrame } from './step-frame.tsx';
import styles from '../parts/orders.module.css';
import { readSoc, socProblem } from './state-of-charge.ts';

/** Asks how the goods of an order travel, before it is shipped. */
export function ShipDialog(props: StepDialogProps) {
  const { order, again } = props;
  const { doc } = order;
  const { t } = useTranslation('admin');
  const form = useStepForm(props);
  const { shipment, set, soc, setSoc, items, rules, read } = useShipment(order, again?.entry.args.shipment);
  const [reason, setReason] = useState(again?.entry.args.reason ?? '');
  const [note, setNote] = useState(again?.entry.args.note ?? '');
  const [isTried, setTried] = useState(false);
  const isCarrierMissing = isBlank(shipment.carrier);
  // Staff may know better than the list, but say why.
  const isAgainstRules = rules.open > 0 || rules.soc === 'AIR';
  const isNoteMissing = isAgainstRules && isBlank(note);
  const handleYes = () => {
    setTried(true);
    if (isCarrierMissing || rules.soc === 'NUMBER' || isNoteMissing) return;
    void form.send({ shipment: read(), ...writtenWith(reason, note) });
  };
  return (
    <StepFrame step={props} form={form} onYes={handleYes}>
      <Addresses doc={doc} />
      <CarrierFields
        {...shipment}
        error={isTried && isCarrierMissing ? t('shipping.carrierMissing') : undefined}
        onChange={set}
      />
      <TransportFlags flags={shipment.flags} onChange={(flags) => set({ flags })} />
      <Field
        label={t('shipping.soc')}
        kind="integer"
        unit="%"
        hint={t('shipping.socHint')}
        value={soc}
        error={isTried && rules.soc === 'NUMBER' ? t('shipping.socNumber') : undefined}
        warning={rules.soc === 'AIR' ? t('shipping.socAir', { most: mostSocByAir }) : undefined}
        onChange={setSoc}
      />
      <PackingList
        items={items}
        ticks={shipment.ticks}
        to={deliveryLinesOf(doc)}
        onChange={(ticks) => set({ ticks })}
      />
      <StepReason reason={reason} lines={2} onChange={setReason} />
      {isAgainstRules && <AgainstRules rules={rules} items={items.length} soc={soc} />}
      <NoteField
        note={note}
        label={isAgainstRules ? t('shipping.why') : undefined}
        error={isTried && isNoteMissing ? t('shipping.whyMissing') : undefined}
        onChange={setNote}
      />
    </StepFrame>
  );
}

/** Rules for packing and transport that a shipment does not meet yet. */
interface Rules {
  /** Number of items of the packing list that are not ticked. */
  open: number;
  soc: ReturnType<typeof socProblem>;
}

/**
 * Returns a shipment as it is typed, and what it is packed by.
 * @param before what was written for it when the step was refused
 */
function useShipment(order: OrderView, before: Shipment | undefined) {
  const { doc } = order;
  const [shipment, setShipment] = useState<Omit<Shipment, 'soc'>>(
    () => before ?? { carrier: '', tracking: '', mode: 'road', flags: usualFlags(doc, 'road'), ticks: [] },
  );
  const [soc, setSoc] = useState(String(before?.soc ?? ''));
  const set = (change: Partial<Shipment>) =>
    setShipment({
      ...shipment,
      ...(change.mode === undefined ? {} : { flags: usualFlags(doc, change.mode) }),
      ...change,
    });
  const items = packingList(doc, { ...shipment, goods: 'cells', count: countShippableCells(order) });
  const open = items.filter(({ code }) => !shipment.ticks.includes(code)).length;
  const rules: Rules = { open, soc: socProblem(soc, shipment.mode) };
  /** Returns the shipment as it is sent. */
  const read = (): Shipment => {
    const shown = new Set(items.map(({ code }) => code));
    const ticks = shipment.ticks.filter((code) => shown.has(code));
    const { carrier, tracking } = shipment;
    return { ...shipment, carrier: carrier.trim(), tracking: tracking.trim(), ticks, soc: readSoc(soc) };
  };
  return { shipment, set, soc, setSoc, items, rules, read };
}

interface TransportFlagsProps {
  flags: Shipment['flags'];
  onChange: (flags: Shipment['flags']) => void;
}

/** Asks which rules of transport apply. */
function TransportFlags({ flags, onChange }: TransportFlagsProps) {
  const { t } = useTranslation(['admin', 'navigator']);
  return (
    <fieldset>
      <legend>{t('shipping.rules')}</legend>
      {transportFlags.map((flag) => (
        <Checkbox
          key={flag}
          label={t(`navigator:shipment.flags.${flag}`)}
          checked={flags.includes(flag)}
          onChange={(on) => onChange(transportFlags.filter((each) => (each === flag ? on : flags.includes(each))))}
        />
      ))}
    </fieldset>
  );
}

/** Says which rules are not followed, and that the note has to say why. */
function AgainstRules({ rules: { open, soc: problem }, items, soc }: { rules: Rules; items: number; soc: string }) {
  const { t } = useTranslation('admin');
  return (
    <Banner tone="warn">
      <ul className={styles.warnings}>
        {open > 0 && <li>{t('shipping.open', { count: open, of: items })}</li>}
        {problem === 'AIR' && <li>{t('shipping.againstAir', { soc: readSoc(soc), most: mostSocByAir })}</li>}
      </ul>
      <p>{t('shipping.sayWhy')}</p>
    </Banner>
  );
}
