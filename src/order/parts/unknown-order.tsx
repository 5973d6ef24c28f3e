import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Absent } from '../../session/absent.tsx';

/** Shows that this device does not have an order, with a link that leads on. */
export function UnknownOrder({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('navigator');
  return (
    <Absent
      unknown={{ title: t('history.unknown'), text: t('history.unknownText') }}
      notHere={{ title: t('history.notHere'), text: t('history.notHereText') }}
    >
      {children}
    </Absent>
  );
}
