import { useTranslation } from 'react-i18next';
import Clock from 'lucide-react/icons/clock';
import type { OpenCommand } from '../views/staff-commands.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { useNow } from '../../../ui/now.ts';
import { momentOf } from '../../../i18n/times.ts';
import { useDiscardChange } from './use-discard.ts';

interface WaitingBannerProps {
  command: OpenCommand;
  /** Names it, such as a step. */
  what: string;
}

/** A command that waits to be sent or fetched, with a button that takes it back while that is safe. */
export function WaitingBanner({ command: { entry, state }, what }: WaitingBannerProps) {
  const { t, i18n } = useTranslation('admin');
  const now = useNow();
  const discard = useDiscardChange();
  // A command that may have reached the server cannot be taken back.
  const mayGoBack = state !== 'sent' && state !== 'sending';
  const takeBack = (
    <Button small onClick={() => void discard(entry.cmdId, what)}>
      {t('orders.takeBack')}
    </Button>
  );
  const when = momentOf(i18n.language, entry.createdAt, now);
  return (
    <output>
      <Banner icon={<Clock aria-hidden />} action={mayGoBack ? takeBack : undefined}>
        {t(state === 'sent' ? 'orders.waits.sent' : 'orders.waits.since', { what, when })}
      </Banner>
    </output>
  );
}
