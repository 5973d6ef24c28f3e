import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { differingRates } from '#domain/order/price/rate-card-figures.ts';
import type { RateCardVersion } from '#domain/order/wire/rate-card.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { Moment } from '../../../i18n/moment.tsx';
import { figureValue, fullFigureName } from './figure-name.ts';
import { useWho } from './version-line.tsx';
import styles from '../../../staff/admin.module.css';

interface VersionsProps {
  /** Newest first. */
  versions: RateCardVersion[];
  onStart: (version: RateCardVersion) => void;
}

/** The versions, and the difference between any two. */
export function Versions({ versions, onStart }: VersionsProps) {
  const { t } = useTranslation('admin');
  if (versions.length < 2) return <Card title={t('rateCard.versions')}>{t('rateCard.noVersions')}</Card>;
  return (
    <Card title={t('rateCard.versions')}>
      <table className={styles.rows} data-words>
        <thead>
          <tr>
            <th scope="col">{t('rateCard.number')}</th>
            <th scope="col">{t('rateCard.who')}</th>
            <th scope="col">{t('rateCard.why')}</th>
            <th scope="col">{t('rateCard.action')}</th>
          </tr>
        </thead>
        <tbody>
          {versions.map((version, i) => (
            <VersionRow key={version.number} version={version} onStart={i === 0 ? undefined : onStart} />
          ))}
        </tbody>
      </table>
      <Comparison versions={versions} />
    </Card>
  );
}

/** @param onStart undefined for the current version */
function VersionRow({ version, onStart }: { version: RateCardVersion; onStart: VersionsProps['onStart'] | undefined }) {
  const { t } = useTranslation('admin');
  const who = useWho(version);
  const { number, card, note, made_at: at } = version;
  return (
    <tr>
      <th scope="row">
        {number} <small>{card.version}</small>
      </th>
      <td data-label={t('rateCard.who')}>
        {at !== null && (
          <>
            {who}{' '}
            <small>
              <Moment at={at} />
            </small>
          </>
        )}
      </td>
      <td data-label={t('rateCard.why')}>{at === null ? t('rateCard.example') : note}</td>
      <td>
        {onStart === undefined ? (
          t('rateCard.isCurrent')
        ) : (
          <Button small onClick={() => onStart(version)}>
            {t('rateCard.start', { number })}
          </Button>
        )}
      </td>
    </tr>
  );
}

function Comparison({ versions }: { versions: RateCardVersion[] }) {
  const { t, i18n } = useTranslation(['admin', 'navigator']);
  const [chosen, setChosen] = useState<{ from?: string; to?: string }>({});
  const options = versions.map(({ number, card }) => ({
    value: String(number),
    label: t('rateCard.version', { number, name: card.version }),
  }));
  const to = versions.find(({ number }) => String(number) === chosen.to) ?? versions[0];
  const from = versions.find(({ number }) => String(number) === chosen.from) ?? versions[1];
  if (from === undefined || to === undefined) return null;
  const rows = differingRates(from.card, to.card);
  const text = (kind: (typeof rows)[number]['kind'], value: number | undefined) =>
    value === undefined ? '–' : figureValue(i18n.language, to.card.currency, kind, value);
  return (
    <section className={styles.comparison} aria-label={t('rateCard.compare')}>
      <h3>{t('rateCard.compare')}</h3>
      <div className={styles.choices}>
        <Select
          label={t('rateCard.from')}
          value={String(from.number)}
          options={options}
          onChange={(value) => setChosen({ ...chosen, from: value })}
        />
        <Select
          label={t('rateCard.to')}
          value={String(to.number)}
          options={options}
          onChange={(value) => setChosen({ ...chosen, to: value })}
        />
      </div>
      {rows.length === 0 ? (
        <p>{t('rateCard.same')}</p>
      ) : (
        <table className={styles.rows}>
          <thead>
            <tr>
              <th scope="col">{t('rateCard.figureName')}</th>
              <th scope="col">{options.find(({ value }) => value === String(from.number))?.label}</th>
              <th scope="col">{options.find(({ value }) => value === String(to.number))?.label}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ path, kind, before, after }) => (
              <tr key={path}>
                <th scope="row">{fullFigureName(t, to.card, path)}</th>
                <td data-label={t('rateCard.from')}>{text(kind, before)}</td>
                <td data-label={t('rateCard.to')}>{text(kind, after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
