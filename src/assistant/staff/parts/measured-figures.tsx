import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { MeasuredChange, WorseQuestion } from '#domain/assistant/wire/synchronizes.ts';
import { Banner } from '../../../ui/banner.tsx';
import { entryPath } from './entry-path.ts';
import { FiguresTable } from './figures-table.tsx';
import styles from './center.module.css';

/** Shows the figures of the question set before and after a change, and the questions that get worse. */
export function MeasuredFigures({ result }: { result: MeasuredChange }) {
  const { t } = useTranslation('center');
  const { figures, worse, worse_total: total } = result;
  return (
    <>
      {figures.now.in_scope + figures.now.strangers === 0 ? (
        <Banner tone="warn">{t('sync.noQuestions')}</Banner>
      ) : (
        <>
          <FiguresTable now={figures.now} next={figures.new} label={t('figures.title')} />
          <p className={styles.quiet}>
            {t('figures.asked', { inScope: figures.new.in_scope, strangers: figures.new.strangers })}{' '}
            {result.left_out > 0 && t('figures.leftOut', { count: result.left_out })}
          </p>
        </>
      )}
      {total === 0 ? (
        <Banner tone="ok">{t('sync.noneWorse')}</Banner>
      ) : (
        <details open={total <= 5}>
          <summary>{t('sync.worse', { count: total })}</summary>
          <ul className={styles.list}>
            {worse.map((question) => (
              <Worse key={`${question.set} ${question.question}`} question={question} />
            ))}
          </ul>
          {total > worse.length && <p>{t('sync.cut', { count: total - worse.length })}</p>}
        </details>
      )}
      {result.needs_reason && <Banner tone="warn">{t('sync.drops')}</Banner>}
    </>
  );
}

function Worse({ question: { question, expected, before, after } }: { question: WorseQuestion }) {
  const { t } = useTranslation('center');
  const outcome = ({ band, entry }: WorseQuestion['before']) =>
    entry === null ? t(`bands.${band}`) : t(`sync.outcome.${band}`, { title: entry.title });
  return (
    <li>
      <strong>{question}</strong>
      <dl className={styles.facts}>
        <dt>{t('sync.expected')}</dt>
        <dd>{expected === null ? t('sync.noEntry') : <Link to={entryPath(expected.id)}>{expected.title}</Link>}</dd>
        <dt>{t('figures.now')}</dt>
        <dd>{outcome(before)}</dd>
        <dt>{t('figures.new')}</dt>
        <dd>{outcome(after)}</dd>
      </dl>
    </li>
  );
}
