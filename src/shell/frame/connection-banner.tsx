import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from '@xstate/react';
import CloudOff from 'lucide-react/icons/cloud-off';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { setPreference, preference } from '../../net/preferences.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useNow } from '../../ui/now.ts';
import { useSession, useSyncState } from '../../session/session-context.tsx';
import { unhintedPullMs } from '../../sync/reader/table.ts';

/** Shorter interruptions show no banner. */
const blipMs = 2000;
/** The first connection of a page takes seconds on a slow phone, and a banner would push the page down for a moment. */
const firstMs = 8000;

/** Banner while the app is not connected to the server; nothing for interruptions shorter than `blipMs`. */
export function ConnectionBanner() {
  const { socket, isKept } = useSession();
  const { phase, protectedStorage, isFull } = useSyncState();
  const { isOneTooMany, attempts } = useSelector(socket, (snapshot) => snapshot.context);
  const [everLive, setEverLive] = useState(false);
  if (phase === 'live' && !everLive) setEverLive(true);
  const note = useStorageNote(protectedStorage === false);
  if (!isKept) return <NoStorageBanner />;
  // Before the other banners, which promise that what is written is kept.
  if (isFull) return <FullBanner />;
  // Opened without a network: shown at once, because a banner that appeared later would push the page down.
  if (phase !== 'live') return <NotLive atOnce={phase === 'offline' && !everLive} isFirst={!everLive} instead={note} />;
  if (isOneTooMany) return <PollingBanner text="banner.oneTooMany" />;
  if (attempts >= attemptsBeforeBanner) return <PollingBanner text="banner.unhinted" />;
  return note;
}

/**
 * Mounted while the phase is not `live`. It shows `instead` for the first 2 s, or 8 s for the first connection as long
 * as no attempt has failed; at once if `atOnce`.
 */
function NotLive({ atOnce, isFirst, instead }: { atOnce: boolean; isFirst: boolean; instead: ReactNode }) {
  const { t } = useTranslation();
  const { phase, pulled, retryInMs, isCaptive } = useSyncState();
  const [lasting, setLasting] = useState(atOnce);
  const isUnderWay = (phase === 'connecting' && retryInMs === null) || phase === 'catchingUp';
  const waitMs = isFirst && isUnderWay ? firstMs : blipMs;
  useEffect(() => {
    const timer = setTimeout(() => setLasting(true), waitMs);
    return () => clearTimeout(timer);
  }, [waitMs]);
  if (!lasting || phase === 'live') return instead;
  if (phase === 'connecting') return <Reconnecting retryInMs={retryInMs} isCaptive={isCaptive} />;
  const { tone, Icon } = looks[phase];
  return (
    <Banner tone={tone} icon={<Icon aria-hidden />}>
      {t(`banner.${phase}`, { count: pulled })}
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
  return (
    <Banner tone="warn" icon={<RefreshCw aria-hidden />} action={<RetryNow />}>
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

/** Banner for a tab without a socket: it syncs by polling, so nothing else on the page shows the problem. */
function PollingBanner({ text }: { text: 'banner.oneTooMany' | 'banner.unhinted' }) {
  const { t } = useTranslation();
  return (
    <Banner tone="warn" icon={<TriangleAlert aria-hidden />}>
      {t(text, { seconds: unhintedPullMs / 1000 })}
    </Banner>
  );
}

/** Number of consecutive failed socket connections from which the banner is shown. */
const attemptsBeforeBanner = 4;

/** Countdown to the next retry in seconds. Screen readers announce it once per retry, not every second. */
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

/**
 * Warning that the browser may evict the saved data when space runs out; shown on a device until dismissed. That is
 * known after the first write, when the user is in the middle of something: it is shown from the next start of the app
 * on, so that it pushes nothing down and never arrives behind an open dialog.
 */
function useStorageNote(isUnprotected: boolean): ReactNode {
  const { t } = useTranslation();
  const [shown, setShown] = useState(() => preference(storageKey) === 'due');
  useEffect(() => {
    if (isUnprotected && preference(storageKey) === null) setPreference(storageKey, 'due');
  }, [isUnprotected]);
  if (!shown) return null;
  const handleDismiss = () => {
    setPreference(storageKey, 'dismissed');
    setShown(false);
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

/**
 * Banner while the disk is full. Even with a network nothing is sent that is not stored: after a crash its user
 * would not know whether it has arrived.
 */
function FullBanner() {
  const { t } = useTranslation();
  return (
    <Banner tone="danger" icon={<TriangleAlert aria-hidden />} action={<RetryNow />}>
      {t('banner.full')}
    </Banner>
  );
}

function RetryNow() {
  const { t } = useTranslation();
  const { syncNow } = useSession();
  return (
    <Button variant="ghost" small onClick={syncNow}>
      {t('banner.retry')}
    </Button>
  );
}

/** Banner while this browser stores nothing; it is on every page, in place of the connection and storage banners. */
function NoStorageBanner() {
  const { t } = useTranslation();
  return (
    <Banner tone="warn" icon={<ShieldAlert aria-hidden />}>
      {t('banner.nothingKept')}
    </Banner>
  );
}
