import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuotasReply } from '#domain/spine/wire/own.ts';
import { Card } from '../../ui/card.tsx';
import { sizeText } from '../../chat/parts/file-bytes.ts';
import { useNow } from '../../ui/now.ts';
import { RemoteView } from '../../shell/remote/remote-view.tsx';
import { type Remote, useReply } from '../../shell/remote/remote.ts';
import { dayEndOf } from '../../i18n/times.ts';
import basics from '../../ui/basics.module.css';
import styles from './quotas.module.css';

type QuotaUsage = QuotasReply['own'][number];

/**
 * Quotas of the user's account or of the company, with the amounts used.
 * @param round a number above 0 that changes reloads them, after something was added, deleted or retried
 * @param above the data shown above them: where both fail in the same way, only that one shows the failure
 */
export function Quotas({ of, round, above }: { of: 'own' | 'company'; round: number; above: Remote<unknown> }) {
  const { t, i18n } = useTranslation('company');
  const now = useNow();
  const remote = useReply('GET /users/me/quotas');
  const { reload } = remote;
  useEffect(() => {
    if (round > 0) reload();
  }, [round, reload]);
  return (
    <RemoteView remote={remote} words="company" above={above}>
      {(quotas) => {
        const rows = quotas[of];
        if (rows === null) return null;
        return (
          <Card title={t(`quota.${of}`)}>
            <p className={styles.lead}>{t(`quota.${of}Text`, { dayEnd: dayEndOf(i18n.language, now) })}</p>
            <ul className={styles.quotas} aria-label={t(`quota.${of}`)}>
              {rows.map((row) => (
                <Row key={row.quota} row={row} />
              ))}
            </ul>
          </Card>
        );
      }}
    </RemoteView>
  );
}

function Row({ row: { quota, unit, used, limit } }: { row: QuotaUsage }) {
  const { t, i18n } = useTranslation('company');
  const said = (value: number) =>
    unit === 'bytes' && value > 0 ? roomText(i18n.language, value) : value.toLocaleString(i18n.language);
  const name = t(`quota.name.${quota}`);
  const amount =
    used === null ? t('quota.upTo', { limit: said(limit) }) : t('quota.of', { used: said(used), limit: said(limit) });
  return (
    <li className={styles.quota}>
      <span>{name}</span>
      <span className={styles.amount}>{amount}</span>
      {used !== null && (
        <progress
          className={basics.progress}
          value={Math.min(used, limit)}
          max={limit}
          aria-label={`${name}: ${amount}`}
        />
      )}
    </li>
  );
}

const GB = 1024 ** 3;

function roomText(language: string, bytes: number): string {
  if (bytes < GB) return sizeText(language, bytes);
  const digits = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  return `${digits.format(bytes / GB)}\u202FGB`;
}
