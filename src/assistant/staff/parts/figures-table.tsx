import { useTranslation } from 'react-i18next';
import type { Figures } from '#domain/assistant/wire/synchronizes.ts';
import styles from '../../../staff/admin.module.css';

/** The figures of an index, in the order in which they are shown. */
const shownFigures = ['recall1', 'mrr', 'answered_right', 'strangers_answered'] as const;

/** Figures before and after, with their difference. */
export function FiguresTable({ now, next, label }: { now: Figures; next: Figures; label: string }) {
  const { t, i18n } = useTranslation('center');
  return (
    <table className={styles.rows} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('figures.name')}</th>
          <th scope="col">{t('figures.now')}</th>
          <th scope="col">{t('figures.new')}</th>
          <th scope="col">{t('figures.difference')}</th>
        </tr>
      </thead>
      <tbody>
        {shownFigures.map((name) => (
          <tr key={name}>
            <th scope="row">
              {t(`figures.${name}`)} <small>{t(`figures.${name}Text`)}</small>
            </th>
            <td data-label={t('figures.now')}>{shareOf(i18n.language, now[name])}</td>
            <td data-label={t('figures.new')}>{shareOf(i18n.language, next[name])}</td>
            <td data-label={t('figures.difference')}>{pointsOf(i18n.language, next[name] - now[name])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Writes a share as percent, such as `81.3 %`. */
export function shareOf(language: string, share: number): string {
  return new Intl.NumberFormat(language, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(share);
}

/** Writes a difference of shares in points, with its sign. */
function pointsOf(language: string, difference: number): string {
  const figure = { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' } as const;
  return new Intl.NumberFormat(language, figure).format(difference * 100);
}
