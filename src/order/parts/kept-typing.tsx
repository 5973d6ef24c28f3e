import { useTranslation } from 'react-i18next';
import { OnlinePart } from './online-part.tsx';
import type { OrderView } from '../views/view-types.ts';

/** Shows text typed into an order that its user may not change any more. It was refused, so there was a connection. */
export function KeptTyping({ order }: { order: OrderView }) {
  const { t } = useTranslation('navigator');
  if (order.refused === null) return null;
  return <OnlinePart load={keepTyped} of={{ order }} offline={t('together.keptOffline')} />;
}

const keepTyped = async () => (await import('./keep-typed.tsx')).KeepTyped;
