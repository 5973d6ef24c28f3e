import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from '@xstate/react';
import { CloudOff, RefreshCw, ShieldAlert, TriangleAlert } from 'lucide-react';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useSession } from '../session-context.tsx';

const blipMs = 2000;

/** A thin line while the app and the server do not talk; silent for blips. */
export function ConnectionBanner() {
  const { t } = useTranslation();
  const { sync } = useSession();
  const { phase, behind, retryInMs, protectedStorage } = useSelector(sync, (snapshot) => snapshot.context);
  const settled = useSettled(phase);
  const seconds = useCountdown(retryInMs);
  switch (settled) {
    case 'offline':
      return (
        <Banner tone="neutral" icon={<CloudOff aria-hidden />}>
          {t('banner.offline')}
        </Banner>
      );
    case 'connecting':
      return (
        <Banner
          tone="warn"
          icon={<RefreshCw aria-hidden />}
          action={
            <Button variant="ghost" small onClick={() => sync.send({ type: 'look' })}>
              {t('banner.retry')}
            </Button>
          }
        >
          {seconds > 0 ? t('banner.reconnectingIn', { seconds }) : t('banner.reconnecting')}
        </Banner>
      );
    case 'catchingUp':
      return (
        <Banner tone="info" icon={<RefreshCw aria-hidden />}>
          {t('banner.catchingUp', { count: behind })}
        </Banner>
      );
    case 'signedOut':
      return (
        <Banner tone="danger" icon={<TriangleAlert aria-hidden />}>
          {t('banner.signedOut')}
        </Banner>
      );
    case 'outdated':
      return (
        <Banner
          tone="danger"
          icon={<TriangleAlert aria-hidden />}
          action={
            <Button variant="ghost" small onClick={() => location.reload()}>
              {t('banner.update')}
            </Button>
          }
        >
          {t('banner.outdated')}
        </Banner>
      );
    case 'live':
      return protectedStorage === false ? <StorageNote /> : null;
  }
}

const storageKey = 'vfp.storage-note';

/** The browser may clear what is saved here when space runs out: said once a device, until dismissed. */
function StorageNote() {
  const { t } = useTranslation();
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(storageKey) !== null);
  if (dismissed) return null;
  const handleDismiss = () => {
    localStorage.setItem(storageKey, 'dismissed');
    setDismissed(true);
  };
  return (
    <Banner
      tone="neutral"
      icon={<ShieldAlert aria-hidden />}
      action={
        <Button variant="ghost" small onClick={handleDismiss}>
          {t('banner.understood')}
        </Button>
      }
    >
      {t('banner.storage')}
    </Banner>
  );
}

type Phase = 'offline' | 'connecting' | 'catchingUp' | 'live' | 'signedOut' | 'outdated';

/** The phase once it has lasted past a blip; being live again counts at once. */
function useSettled(phase: Phase): Phase {
  const [settled, setSettled] = useState<Phase>('live');
  useEffect(() => {
    if (phase === 'live') {
      setSettled('live');
      return undefined;
    }
    const timer = setTimeout(() => setSettled(phase), blipMs);
    return () => clearTimeout(timer);
  }, [phase]);
  return settled;
}

/** Whole seconds until the next try. */
function useCountdown(retryInMs: number | null): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (retryInMs === null) {
      setSeconds(0);
      return undefined;
    }
    const until = Date.now() + retryInMs;
    const tick = () => setSeconds(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [retryInMs]);
  return seconds;
}
