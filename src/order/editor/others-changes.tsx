import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import Users from 'lucide-react/icons/users';
import { writerOf } from '#domain/order/life/colleagues.ts';
import type { Order } from '#domain/order/data/order.ts';
import { parsePath } from '#domain/order/fields/paths.ts';
import { useMe } from '../../session/session-context.tsx';
import { nameOfWriter } from '../parts/colleague-words.ts';
import { useEditor } from './order-editor.ts';
import { nameOfPath } from '../parts/order-words.ts';
import styles from './save-state.module.css';

/** Changes that one other user has made while this page was open. */
interface ChangesOfUser {
  by: string;
  paths: string[];
}

/** Number of fields that are named. */
const namedFields = 3;

/** Line that says which fields a colleague has changed since the user wrote last. Screen readers announce it. */
export function OthersChanges() {
  const { t } = useTranslation('navigator');
  const { order } = useEditor();
  const changed = useOthersChanges(order);
  const name = order === null ? undefined : nameOfWriter(t, order, changed?.by);
  const fields = [...new Set(changed?.paths.map((path) => nameOfPath(t, path)))];
  const named = fields.slice(0, namedFields).join(', ');
  return (
    <output className={styles.state} data-lines>
      {name !== undefined && (
        <>
          <Users aria-hidden />
          {t('together.changed', { name, fields: fields.length > namedFields ? `${named} …` : named })}
        </>
      )}
    </output>
  );
}

/** Returns the changes by others that this page has received since the user's own last one. */
function useOthersChanges(order: Order | null): ChangesOfUser | undefined {
  const me = useMe();
  const [seen, setSeen] = useState<{ order: Order | null; changed: ChangesOfUser | undefined }>({
    order,
    changed: undefined,
  });
  if (order === seen.order) return seen.changed;
  const changed = seen.order === null ? undefined : changesBetween(seen.order, order, me.id, seen.changed);
  setSeen({ order, changed });
  return changed;
}

function changesBetween(
  before: Order,
  now: Order | null,
  me: string,
  last: ChangesOfUser | undefined,
): ChangesOfUser | undefined {
  if (now === null) return undefined;
  const paths = Object.keys(now.at).filter((path) => now.at[path] !== before.at[path] && parsePath(path) !== undefined);
  const newest = paths.sort((a, b) => (now.at[a] ?? 0) - (now.at[b] ?? 0)).at(-1);
  if (newest === undefined) return last;
  const by = writerOf(now, newest);
  if (by === undefined || by === me) return undefined;
  const theirs = paths.filter((path) => writerOf(now, path) === by);
  return { by, paths: [...new Set([...(last?.by === by ? last.paths : []), ...theirs])] };
}
