import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import Users from 'lucide-react/icons/users';
import { templateNameOf } from '#domain/order/fields/template.ts';
import { Button } from '../../ui/button.tsx';
import { useMe } from '../../session/session-context.tsx';
import { displayNameOf } from '../../i18n/display-name.ts';
import { useEditorNames } from '../parts/colleague-words.ts';
import { OnlinePart } from '../parts/online-part.tsx';
import styles from './shared-with.module.css';
import type { OrderView } from '../views/view-types.ts';

/**
 * Shows who edits a draft together. Its owner has a button that chooses them; colleagues read whose draft it is.
 * @param order null until the user writes something; the button is there already, so that nothing moves at that moment
 */
export function SharedWith({ order }: { order: OrderView | null }) {
  const { t } = useTranslation('navigator');
  const me = useMe();
  const namesOf = useEditorNames();
  const [isChoosing, setChoosing] = useState(false);
  if (order === null)
    return me.company === null ? null : (
      <div className={styles.line}>
        <ShareButton disabled />
      </div>
    );
  if (order.companyId === null || templateNameOf(order.doc) !== undefined) return null;
  const names = namesOf(order);
  if (order.ownerId !== me.id)
    return <p className={styles.line}>{t('together.of', { name: displayNameOf(t, order.ownerName) })}</p>;
  return (
    <div className={styles.line}>
      {names !== '' && <span>{t('together.with', { names })}</span>}
      <ShareButton onClick={() => setChoosing(true)} />
      {isChoosing && (
        <OnlinePart load={dialog} of={{ order, onClose: () => setChoosing(false) }} offline={t('together.offline')} />
      )}
    </div>
  );
}

function ShareButton(props: { disabled?: boolean; onClick?: () => void }) {
  const { t } = useTranslation('navigator');
  return (
    <Button small icon={<Users aria-hidden />} {...props}>
      {t('together.share')}
    </Button>
  );
}

const dialog = async () => (await import('./share-dialog.tsx')).ShareDialog;
