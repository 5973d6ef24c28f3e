import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from '@xstate/react';
import CloudOff from 'lucide-react/icons/cloud-off';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { limits } from '#domain/limits.ts';
import { remember, remembered } from '../../net/remembered.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useNow } from '../../ui/now.ts';
import { useSession } from '../../session/session-context.tsx';
import { NothingKept } from './nothing-kept.tsx';

const blipMs = 2000;

/** A thin line while the app and the server do not talk; silent for blips. */
export function ConnectionBanner() {
  const { sync, socket, isKept } = useSession();
  const { phase, protectedStorage } = useSelector(sync, (snapshot) => snapshot.context);
  const { isOneTooMany, attempts } = useSelector(socket, (snapshot) => snapshot.context);
  const [everLive, setEverLive] = useState(false);
  if (phase === 'live' && !everLive) setEverLive(true);
  if (!isKept) return <NothingKept />;
  // Opened without a network: that is no blip, and a line that came later would push the page down.
  if (phase !== 'live') return <NotLive atOnce={phase === 'offline' && !everLive} />;
  if (isOneTooMany) return <Unhinted text="banner.oneTooMany" />;
  if (attempts >= triesBeforeSaid) return <Unhinted text="banner.unhinted" />;
  return protectedStorage === false ? <StorageNote /> : null;
}

/** Mounted while the phase is any but live, so the first two seconds of trouble are silent. */
function NotLive({ atOnce }: { atOnce: boolean }) {
  const { t } = useTranslation();
  const { sync } = useSession();
  const { phase, behind, retryInMs, isCaptive } = useSelector(sync, (snapshot) => snapshot.context);
  const [lasting, setLasting] = useState(atOnce);
  useEffect(() => {
    const timer = setTimeout(() => setLasting(true), blipMs);
    return () => clearTimeout(timer);
  }, []);
  if (!lasting || phase === 'live') return null;
  if (phase === 'connecting') return <Reconnecting retryInMs={retryInMs} isCaptive={isCaptive} />;
  const { tone, Icon } = looks[phase];
  return (
    <Banner tone={tone} icon={<Icon aria-hidden />}>
      {t(`banner.${phase}`, { count: behind })}
    </Banner>
  );
}

const looks = {
  offline: { tone: 'neutral', Icon: CloudOff },
  catchingUp: { tone: 'info', Icon: RefreshCw },
  signedOut: { tone: 'danger', Icon: TriangleAlert },
  outdated: { tone: 'danger', Icon: TriangleAlert },
} as const;

function Reconnecting({ retryInMs, isCaptive }: { retryInMs: number | null; isCaptive: boolean }) {
  const { t } = useTranslation();
  const { sync } = useSession();
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
      {isCaptive ? (
        t('banner.captive')
      ) : retryInMs === null ? (
        t('banner.reconnecting')
      ) : (
        <Countdown key={retryInMs} ms={retryInMs} />
      )}
    </Banner>
  );
}

/** This tab works by pulling meanwhile, so nothing else would show it. */
function Unhinted({ text }: { text: 'banner.oneTooMany' | 'banner.unhinted' }) {
  const { t } = useTranslation();
  return (
    <Banner tone="warn" icon={<TriangleAlert aria-hidden />}>
      {t(text, { seconds: limits.unhintedPullMs / 1000 })}
    </Banner>
  );
}

/** So many connections that did not come about in a row are no blip. */
const triesBeforeSaid = 4;

/** The seconds to the next try are for the eye: said once each try, not every second. */
function Countdown({ ms }: { ms: number }) {
  const { t } = useTranslation();
  const [until] = useState(() => Date.now() + ms);
  const now = useNow(1000);
  const seconds = Math.ceil((until - now) / 1000);
  return (
    <span aria-live="off">{seconds > 0 ? t('banner.reconnectingIn', { seconds }) : t('banner.reconnecting')}</span>
  );
}

const storageKey = 'vfp.storage-note';

/** The browser may clear what is saved here when space runs out: said once a device, until dismissed. */
function StorageNote() {
  const { t } = useTranslation();
  const [dismissed, setDismissed] = useState(() => remembered(storageKey) !== null);
  if (dismissed) return null;
  const handleDismiss = () => {
    remember(storageKey, 'dismissed');
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
