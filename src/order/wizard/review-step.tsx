import { useTranslation } from 'react-i18next';
import { filesPath } from '#domain/order/fields/file-path.ts';
import { CheckNotes } from '../editor/check-notes.tsx';
import { useEditor } from '../editor/order-editor.ts';
import { ExportOrder } from '../parts/export-order.tsx';
import { SaveTemplate } from '../drafts/order-copies.tsx';
import { AddressForm } from '../addresses/order-addresses.tsx';
import { OrderFiles } from '../parts/order-files.tsx';
import { OrderSchedule } from '../plan/order-schedule.tsx';
import { nameOfOrder } from '../parts/order-words.ts';
import { PlaceOrder, type GoToStep } from './place-order.tsx';
import { Specification } from '../sheet/specification.tsx';
import { stepOf } from '../parts/step-of.ts';
import { isUnreadable } from '../editor/unreadable.ts';
import { buttonRow } from '../../ui/button.tsx';
import styles from './review-step.module.css';

/** Review step: the place button or what prevents placing, then the specification and the files. */
export function ReviewStep({ onGo }: { onGo: GoToStep }) {
  const { t } = useTranslation('navigator');
  const { orderId, order, doc, typed, checks, price } = useEditor();
  const unread = Object.fromEntries(
    checks.filter(isUnreadable).map(({ path }) => [path, typed[path]?.text ?? ''] as const),
  );
  return (
    <div className={styles.review}>
      <PlaceOrder onGo={onGo} />
      <AddressForm />
      <OrderSchedule doc={doc} quote={price.quote} onChoose={(path) => onGo(stepOf(path), path)} />
      <Specification doc={doc} unread={unread} onEdit={onGo} />
      {order !== null && (
        <div className={buttonRow}>
          <SaveTemplate name={nameOfOrder(order, t)} doc={doc} />
          <ExportOrder name={nameOfOrder(order, t)} doc={doc} />
        </div>
      )}
      <CheckNotes path={filesPath} />
      <OrderFiles orderId={orderId} title={t('step.files')} />
    </div>
  );
}
