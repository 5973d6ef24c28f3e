import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveQuery } from 'dexie-react-hooks';
import Printer from 'lucide-react/icons/printer';
import { orderLimits } from '#domain/order/data/limits.ts';
import type { Parcel } from '#domain/order/life/parcels.ts';
import { cutText } from '#domain/ground/text.ts';
import { clearDraft, draftOf, saveDraft } from '../../db/drafts.ts';
import { useSession } from '../../session/session-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import type { OrderView } from '../views/view-types.ts';
import { CarrierFields } from './carrier-fields.tsx';
import { PackingList } from './packing-list.tsx';
import { ParcelLines } from './parcel-lines.tsx';
import { contentOf, emptyParcel, itemsFor, problemsIn, type TypedParcel, typedParcelOf } from './typed-parcel.ts';
import { useParcelChange } from './use-parcel-change.ts';
import { keptLaboratory } from '../rate-card/kept-rate-card.ts';
import styles from './goods.module.css';

interface AnnounceFormProps {
  order: OrderView;
  /** The parcel to correct; undefined for a new one. */
  parcel: Parcel | undefined;
  onDone: () => void;
}

/** Form in which a customer announces or corrects a parcel. Its text is kept on this device until it is sent. */
export function AnnounceForm({ order, parcel, onDone }: AnnounceFormProps) {
  const { t } = useTranslation('navigator');
  const change = useParcelChange(order.id);
  const { typed, setTyped, forget } = useKeptForm(order, parcel);
  const [isTried, setTried] = useState(false);
  const problems = problemsIn(typed);
  const set = (changes: Partial<TypedParcel>) => setTyped({ ...typed, ...changes });
  const handleSend = async () => {
    setTried(true);
    if (problems.some((problem) => problem !== undefined)) return;
    const step = { step: 'announced' as const, content: contentOf(order.doc, typed) };
    if (!(await change(parcel === undefined ? step : { parcelId: parcel.id, ...step }))) return;
    forget();
    onDone();
  };
  return (
    <fieldset className={styles.form} aria-label={t(parcel === undefined ? 'parcel.announce' : 'parcel.correct')}>
      <SendTo order={order} />
      <ParcelLines lines={typed.lines} problems={isTried ? problems : []} onChange={(lines) => set({ lines })} />
      <CarrierFields {...typed} onChange={set} />
      <Field
        label={t('parcel.expected')}
        kind="date"
        value={typed.expected}
        onChange={(expected) => set({ expected })}
      />
      <Field
        label={t('parcel.notes')}
        value={typed.notes}
        lines={2}
        onChange={(notes) => set({ notes: cutText(notes, orderLimits.reasonChars) })}
      />
      <PackingList items={itemsFor(order.doc, typed.mode)} ticks={typed.ticks} onChange={(ticks) => set({ ticks })} />
      <div className={styles.actions}>
        <Button variant="primary" onClick={() => void handleSend()}>
          {t(parcel === undefined ? 'parcel.announce' : 'parcel.save')}
        </Button>
        <Button onClick={onDone}>{t('common:action.cancel')}</Button>
        <Button variant="ghost" icon={<Printer aria-hidden />} onClick={() => window.print()}>
          {t('packing.print')}
        </Button>
      </div>
    </fieldset>
  );
}

/** State of the form, kept on this device. If it cannot be kept, it stays until the form is closed. */
function useKeptForm(order: OrderView, parcel: Parcel | undefined) {
  const { db } = useSession();
  const key = `parcel/${order.id}/${parcel?.id ?? 'new'}`;
  const kept = useLiveQuery(() => draftOf<TypedParcel>(db, key), [db, key]);
  const [typed, setTyped] = useState<TypedParcel>();
  return {
    typed: typed ?? kept ?? (parcel === undefined ? emptyParcel(order.doc) : typedParcelOf(parcel.content)),
    setTyped: (next: TypedParcel) => {
      setTyped(next);
      void saveDraft(db, key, next).catch(() => undefined);
    },
    forget: () => void clearDraft(db, key).catch(() => undefined),
  };
}

/** The address to which the customer sends a parcel, also offline; without one, that the laboratory will write it. */
function SendTo({ order }: { order: OrderView }) {
  const { t } = useTranslation('navigator');
  const { db } = useSession();
  const read = useLiveQuery(async () => ({ laboratory: await keptLaboratory(db) }), [db]);
  if (read === undefined) return null;
  if (read.laboratory === undefined) return <p>{t('parcel.toUnknown')}</p>;
  return (
    <div>
      <p className={styles.note}>{t('parcel.to', { number: order.number })}</p>
      <address className={styles.address}>{read.laboratory}</address>
    </div>
  );
}
