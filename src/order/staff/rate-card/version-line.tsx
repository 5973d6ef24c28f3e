import { useTranslation } from 'react-i18next';
import type { RateCardVersion } from '#domain/order/wire/rate-card.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { useNow } from '../../../ui/now.ts';
import { dayOf, momentOf } from '../../../i18n/times.ts';
import styles from '../../../staff/admin.module.css';

/** The version that prices are computed from now: its number, who saved it, when, and why. */
export function VersionLine({ version }: { version: RateCardVersion }) {
  const { t, i18n } = useTranslation('admin');
  const now = useNow();
  const who = useWho(version);
  const { number, card, note, made_at: at } = version;
  return (
    <header className={styles.lead}>
      <h2>{t('rateCard.version', { number, name: card.version })}</h2>
      <p>
        {at === null
          ? t('rateCard.example')
          : t('rateCard.savedBy', { who, when: dayOf(i18n.language, at, now), note })}
      </p>
    </header>
  );
}

/** Returns who saved a version. */
export function useWho({ made_by: who }: RateCardVersion): string {
  const { t } = useTranslation('admin');
  return who ?? t('rateCard.gone');
}

/** Another user has saved since: the typed text stays, and the editor agrees to go on from the new figures. */
export function OtherVersion({ version, onAgree }: { version: RateCardVersion; onAgree: () => void }) {
  const { t, i18n } = useTranslation('admin');
  const who = useWho(version);
  const now = useNow();
  const when = version.made_at === null ? '' : momentOf(i18n.language, version.made_at, now);
  return (
    <div role="alert">
      <Banner
        tone="warn"
        action={
          <Button small onClick={onAgree}>
            {t('rateCard.goOn', { number: version.number })}
          </Button>
        }
      >
        {t('rateCard.stale', { who, when, number: version.number, note: version.note })}
      </Banner>
    </div>
  );
}
