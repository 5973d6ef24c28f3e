import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import Users from 'lucide-react/icons/users';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { displayNameOf } from '../words/display-name.ts';
import { KeepTyped } from './keep-typed.tsx';
import type { OrderView } from '../../db/view-types.ts';

/** In place of the wizard: a colleague's draft that the user may read, but not change, with what they typed last. */
export function NotShared({ order }: { order: OrderView }) {
  const { t } = useTranslation('navigator');
  const link = (
    <Link to={`/one-stop-order/history/${order.id}`} className={buttonClass} data-variant="secondary">
      {t('wizard.toHistory')}
    </Link>
  );
  return (
    <EmptyState icon={<Users />} title={t('together.ended', { name: displayNameOf(t, order.ownerName) })} action={link}>
      {t('together.endedText')}
      <KeepTyped order={order} />
    </EmptyState>
  );
}
