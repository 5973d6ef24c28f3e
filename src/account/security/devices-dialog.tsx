import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import Laptop from 'lucide-react/icons/laptop';
import LogOut from 'lucide-react/icons/log-out';
import TabletSmartphone from 'lucide-react/icons/tablet-smartphone';
import type { DevicesReply } from '#domain/spine/wire/own.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { useNow } from '../../ui/now.ts';
import { remoteFailureOf, type RemoteFailure, useReply } from '../../shell/remote/remote.ts';
import { useSession } from '../../session/session-context.tsx';
import { ageOf, dayOf, fullTimeOf } from '../../i18n/times.ts';
import { call } from '../../net/call.ts';
import basics from '../../ui/basics.module.css';
import styles from './devices.module.css';

/** Lists the devices where the user is signed in, and signs them out. */
export function DevicesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account');
  const { api } = useSession();
  const { value: reply, failure, reload } = useReply('GET /users/me/devices');
  const value = reply?.items;
  const { busy, problem, end } = useEnding(reload);
  const others = value?.filter(({ current }) => !current) ?? [];
  const shown = problem ?? failure;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('devices.title')}
      description={t('devices.text')}
      place="side"
      footer={
        others.length > 1 && (
          <Button
            variant="danger"
            icon={<LogOut aria-hidden />}
            busy={busy === 'all'}
            onClick={() => void end('all', () => call(api, 'DELETE /users/me/devices'))}
          >
            {t('devices.endAll')}
          </Button>
        )
      }
    >
      <output className={styles.notes}>
        {shown !== undefined && <FailureBanner kind={shown.kind} onRetry={reload} />}
      </output>
      {value === undefined && failure === undefined && (
        <Skeleton label={t('common:state.loading')} lines={3} shape="row" />
      )}
      {value !== undefined && (
        <ul className={styles.list} aria-label={t('devices.title')}>
          {value.map((device) => (
            <DeviceRow
              key={device.id}
              device={device}
              isBusy={busy === device.id}
              onEnd={() =>
                void end(device.id, () => call(api, 'DELETE /users/me/devices/:id', { params: { id: device.id } }))
              }
            />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

/** Ends sign-ins. Returns the name of the sign-in that is being ended, and why the last try failed. */
function useEnding(reload: () => void) {
  const [busy, setBusy] = useState<string>();
  const [problem, setProblem] = useState<RemoteFailure>();
  const end = async (name: string, work: () => Promise<unknown>) => {
    setBusy(name);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setProblem(remoteFailureOf(error));
    } finally {
      setBusy(undefined);
      reload();
    }
  };
  return { busy, problem, end };
}

function FailureBanner({ kind, onRetry }: { kind: RemoteFailure['kind']; onRetry: () => void }) {
  const { t } = useTranslation('account');
  return (
    <Banner
      tone="warn"
      action={
        <Button small variant="ghost" onClick={onRetry}>
          {t('common:action.retry')}
        </Button>
      }
    >
      {t(`devices.${kind}`)}
    </Banner>
  );
}

interface DeviceRowProps {
  device: DevicesReply['items'][number];
  isBusy: boolean;
  onEnd: () => void;
}

const handhelds = new Set(['iPhone', 'iPad', 'Android']);

function DeviceRow({ device, isBusy, onEnd }: DeviceRowProps) {
  const { t, i18n } = useTranslation('account');
  const now = useNow();
  const known = device.browser !== '' || device.system !== '';
  const name = known ? [device.browser, device.system].filter(Boolean).join(' · ') : t('devices.unknown');
  const Icon = handhelds.has(device.system) ? TabletSmartphone : Laptop;
  return (
    <li className={styles.device}>
      <Icon aria-hidden />
      <div className={styles.about}>
        <strong>{name}</strong>
        <span className={basics.note} title={fullTimeOf(i18n.language, device.last_seen_at)}>
          {device.current
            ? t('devices.now')
            : t('devices.seen', { age: ageOf(i18n.language, Date.parse(device.last_seen_at), now) })}
        </span>
        <span className={basics.note}>{t('devices.since', { day: dayOf(i18n.language, device.created_at, now) })}</span>
      </div>
      {device.current ? (
        <Chip tone="ok">{t('devices.this')}</Chip>
      ) : (
        <Button small busy={isBusy} onClick={onEnd} aria-label={t('devices.endNamed', { name })}>
          {t('devices.end')}
        </Button>
      )}
    </li>
  );
}
