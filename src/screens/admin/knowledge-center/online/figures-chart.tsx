import { useTranslation } from 'react-i18next';
import type { MeasuredVersion } from '#domain/protocol/question-tables.ts';
import type { Figures } from '#domain/protocol/synchronizes.ts';
import { shareOf } from './figures-table.tsx';
import styles from './figures.module.css';

/** The figures that are shown over time, each with its line. */
export const linesOfChart = [
  { name: 'recall1', tone: 'info' },
  { name: 'answered_right', tone: 'ok' },
  { name: 'strangers_answered', tone: 'danger' },
] as const;

/** A version with the figures of the chosen set. */
type MeasuredPoint = Pick<MeasuredVersion, 'number' | 'added' | 'removed'> & { figures: Figures };

/** Lines of the figures over the versions. The table below it says the same in numbers. */
export function FiguresChart({ points }: { points: readonly MeasuredPoint[] }) {
  const { t, i18n } = useTranslation('center');
  const last = points.at(-1);
  if (last === undefined) return <p>{t('overTime.none')}</p>;
  const xOf = (i: number): number => (points.length === 1 ? 50 : (100 * i) / (points.length - 1));
  const shown = labeled(points.length);
  return (
    <figure className={styles.chart} aria-label={t('overTime.chart', { first: points[0]?.number, last: last.number })}>
      <figcaption>
        <ul>
          {linesOfChart.map(({ name, tone }) => (
            <li key={name} data-tone={tone} data-line={name}>
              <svg viewBox="0 0 24 8" aria-hidden>
                <line x1="0" x2="24" y1="4" y2="4" />
              </svg>
              {t(`figures.${name}`)} <strong>{shareOf(i18n.language, last.figures[name])}</strong>
            </li>
          ))}
        </ul>
      </figcaption>
      <div className={styles.plot}>
        <div className={styles.scale} aria-hidden>
          {[100, 75, 50, 25, 0].map((percent) => (
            <span key={percent}>{percent} %</span>
          ))}
        </div>
        <div className={styles.area} aria-hidden>
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
            {[0, 25, 50, 75, 100].map((y) => (
              <line key={y} className={styles.grid} x1="0" x2="100" y1={y} y2={y} />
            ))}
            {points.map(
              ({ number, added, removed }, i) =>
                added + removed > 0 && (
                  <line key={number} className={styles.change} x1={xOf(i)} x2={xOf(i)} y1="0" y2="100" />
                ),
            )}
            {linesOfChart.map(({ name, tone }) => (
              <polyline
                key={name}
                data-tone={tone}
                data-line={name}
                points={points.map(({ figures }, i) => `${xOf(i)},${100 - 100 * figures[name]}`).join(' ')}
              />
            ))}
          </svg>
          {linesOfChart.flatMap(({ name, tone }) =>
            points.map(({ number, figures }, i) => (
              <i
                key={`${name} ${number}`}
                data-tone={tone}
                style={{ insetInlineStart: `${xOf(i)}%`, insetBlockEnd: `${100 * figures[name]}%` }}
              />
            )),
          )}
        </div>
        <div className={styles.versions} aria-hidden>
          {points.map(
            ({ number, added, removed }, i) =>
              (shown.has(i) || added + removed > 0) && (
                <span key={number} style={{ insetInlineStart: `${xOf(i)}%` }}>
                  {shown.has(i) && number}
                  {added + removed > 0 && <small>{t('overTime.mark', { added, removed })}</small>}
                </span>
              ),
          )}
        </div>
      </div>
      <p className={styles.axis} aria-hidden>
        {t('overTime.axis')}
      </p>
    </figure>
  );
}

/** Returns which versions are named below the chart: few enough to be read. */
function labeled(count: number): Set<number> {
  const step = Math.max(1, Math.ceil(count / 8));
  return new Set(Array.from({ length: count }, (_, i) => i).filter((i) => (count - 1 - i) % step === 0));
}
