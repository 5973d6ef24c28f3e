import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MeasuredVersion } from '#domain/assistant/wire/question-tables.ts';
import { Select } from '../../../ui/form/select.tsx';
import { useReply } from '../../../shell/remote/remote.ts';
import { RemoteView } from '../../../shell/remote/remote-view.tsx';
import { Moment } from '../../../i18n/moment.tsx';
import { shareOf } from '../parts/figures-table.tsx';
import { ListedOf } from '../../../staff/listed-of.tsx';
import basics from '../../../ui/basics.module.css';
import admin from '../../../staff/admin.module.css';

const all = '';
const shownFigures = ['recall1', 'answered_right', 'strangers_answered'] as const;

/** Shows the figures of the question set for each version, and where the set itself has changed. */
export function FiguresOverTime() {
  const { t } = useTranslation('center');
  const measured = useReply('GET /admin-api/knowledge/questions/figures');
  const [set, setSet] = useState(all);
  return (
    <section className={basics.stack} aria-labelledby="figures-over-time">
      <h3 id="figures-over-time">{t('overTime.title')}</h3>
      <p>{t('overTime.text')}</p>
      <RemoteView remote={measured} words="admin">
        {({ items, total }) => {
          if (items.length === 0) return <p>{t('overTime.none')}</p>;
          const sets = [...new Set(items.flatMap((item) => item.sets.map(({ name }) => name)))];
          const versions = items.flatMap((item) => {
            const figures = set === all ? item.figures : item.sets.find(({ name }) => name === set)?.figures;
            return figures === undefined ? [] : [{ ...item, figures }];
          });
          return (
            <>
              <Select
                label={t('set.set')}
                value={set}
                onChange={setSet}
                options={[
                  { value: all, label: t('overTime.all') },
                  ...sets.map((name) => ({ value: name, label: t(`set.sets.${name}`) })),
                ]}
              />
              <VersionsTable versions={versions.toReversed()} />
              <ListedOf shown={items.length} total={total} />
            </>
          );
        }}
      </RemoteView>
    </section>
  );
}

function VersionsTable({ versions }: { versions: readonly MeasuredVersion[] }) {
  const { t, i18n } = useTranslation('center');
  return (
    <table className={admin.rows} aria-label={t('overTime.title')}>
      <thead>
        <tr>
          <th scope="col">{t('history.number')}</th>
          <th scope="col">{t('overTime.questions')}</th>
          {shownFigures.map((name) => (
            <th key={name} scope="col">
              {t(`figures.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {versions.map(({ number, made_at: at, note, figures, added, removed }) => (
          <tr key={number}>
            <th scope="row">
              {number}{' '}
              <small>
                <Moment at={at} /> {note}
              </small>
            </th>
            <td data-label={t('overTime.questions')}>
              {figures.in_scope + figures.strangers}
              {added + removed > 0 && <small>{t('overTime.changed', { added, removed })}</small>}
            </td>
            {shownFigures.map((name) => (
              <td key={name} data-label={t(`figures.${name}`)}>
                {shareOf(i18n.language, figures[name])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
