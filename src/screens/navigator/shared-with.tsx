import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import Users from 'lucide-react/icons/users';
import { templateNameOf } from '#domain/order/template.ts';
import { Button } from '../../ui/button.tsx';
import { useMe } from '../../session/session-context.tsx';
import { displayNameOf } from '../words/display-name.ts';
import { useEditorNames } from './colleague-words.ts';
import { OnlinePart } from './online-part.tsx';
import styles from './shared-with.module.css';
import type { OrderView } from '../../db/view-types.ts';

/** Who edits a draft together. Its owner has a button that chooses them; colleagues read whose draft it is. */
export function SharedWith({ order }: { order: OrderView }) {
  const { t } = useTranslation('navigator');
  const me = useMe();
  const namesOf = useEditorNames();
  const [isChoosing, setChoosing] = useState(false);
  if (order.companyId === null || templateNameOf(order.doc) !== undefined) return null;
  const names = namesOf(order);
  if (order.ownerId !== me.id)
    return <p className={styles.line}>{t('together.of', { name: displayNameOf(t, order.ownerName) })}</p>;
  return (
    <div className={styles.line}>
      {names !== '' && <span>{t('together.with', { names })}</span>}
      <Button small icon={<Users aria-hidden />} onClick={() => setChoosing(true)}>
        {t('together.share')}
      </Button>
      {isChoosing && (
        <OnlinePart load={dialog} of={{ order, onClose: () => setChoosing(false) }} offline={t('together.offline')} />
      )}
    </div>
  );
}

const dialog = async () => (await import('./online/share-dialog.tsx')).ShareDialog;
