import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import Copy from 'lucide-react/icons/copy';
import type { Json } from '#domain/ground/json.ts';
import { parsePath } from '#domain/order/fields/paths.ts';
import { valueWithUnit } from '#domain/order/cell/unit-text.ts';
import { discardChanges, keepAsOwn } from '../calls/order-keep.ts';
import { strandedChanges } from '../views/stranded.ts';
import { Button } from '../../ui/button.tsx';
import { showNotice } from '../../ui/notice/notice.tsx';
import { useAttempt } from '../../ui/use-attempt.ts';
import { useSession } from '../../session/session-context.tsx';
import { nameOfPath } from './order-words.ts';
import styles from './keep-typed.module.css';
import type { OrderView } from '../views/view-types.ts';

/**
 * Shows what the user typed into an order that they may not change any more, with buttons that make it an order of
 * their own or discard it. Renders nothing when nothing was refused.
 */
export function KeepTyped({ order }: { order: OrderView }) {
  const { t } = useTranslation('navigator');
  const { ctx, db } = useSession();
  const navigate = useNavigate();
  const failed = () => showNotice({ title: t('save.failed'), tone: 'danger' });
  const { isBusy, run } = useAttempt(failed);
  const stranded = useLiveQuery(() => strandedChanges(db, order.id), [db, order.id]) ?? [];
  if (stranded.length === 0) return null;
  const typed = new Map(
    stranded.flatMap(({ args }) => args.changes.map(({ path, value }) => [path, (value ?? null) as Json] as const)),
  );
  const keep = async () => navigate(`/one-stop-order/Prototyping/${await keepAsOwn(ctx, order)}`);
  const textOf = (path: string, value: Json) => {
    const place = parsePath(path);
    if (value === null) return t('conflict.empty');
    return place?.is === 'field' ? valueWithUnit(t, place.field, value) : '✓';
  };
  return (
    <div className={styles.typed}>
      <p>{t('together.kept')}</p>
      <ul>
        {[...typed].map(([path, value]) => (
          <li key={path}>{`${nameOfPath(t, path)}: ${textOf(path, value)}`}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button variant="primary" busy={isBusy} icon={<Copy aria-hidden />} onClick={() => void run(keep)}>
          {t('together.keep')}
        </Button>
        <Button onClick={() => void discardChanges(ctx, order.id).catch(failed)}>{t('together.drop')}</Button>
      </div>
    </div>
  );
}
