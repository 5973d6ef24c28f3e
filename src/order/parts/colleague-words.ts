import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import { editorsOf, writerName, writerOf } from '#domain/order/life/colleagues.ts';
import type { FieldConflict, Order } from '#domain/order/data/order.ts';
import { displayNameOf } from '../../i18n/display-name.ts';

/** Names of the colleagues who edit a draft together. */

/** Returns the names of those with whom a draft is shared, as a list in the reader's language; '' without any. */
export function useEditorNames(): (order: Order) => string {
  const { t, i18n } = useTranslation('navigator');
  return (order) =>
    new Intl.ListFormat(i18n.language).format(editorsOf(order).map(({ userName }) => displayNameOf(t, userName)));
}

/** Returns the name of who wrote a value; undefined for a user who is unknown here. */
export function nameOfWriter(t: TFunction<'navigator'>, order: Order, userId: string | undefined): string | undefined {
  const name = userId === undefined ? undefined : writerName(order, userId);
  return name === undefined ? undefined : displayNameOf(t, name);
}

/**
 * Returns the sentence about a conflict: both values, and who wrote which.
 * @param values `mine` was refused, `kept` is in the order
 */
export function conflictText(
  t: TFunction<'navigator'>,
  { order, conflict, me }: { order: Order; conflict: FieldConflict; me: string },
  values: { mine: string; kept: string },
): string {
  const keptBy = writerOf(order, conflict.path);
  const said = (id: string | undefined, asMe: string) => {
    const name = nameOfWriter(t, order, id);
    return id === me ? asMe : name && t('conflict.named', { name });
  };
  const first = said(keptBy, t('conflict.first'));
  const second = said(conflict.by, t('conflict.second'));
  if (first === undefined || second === undefined || keptBy === conflict.by)
    return t(conflict.by === me ? 'conflict.mine' : 'conflict.other', values);
  return t('conflict.both', { ...values, first, second });
}
