import { useTranslation } from 'react-i18next';
import { useEditor } from './order-editor.ts';
import { figureWithUnit } from '#domain/order/cell/unit-text.ts';
import styles from './derived-note.module.css';

/** Values derived from the field at this path, each with its formula and assumptions one click away. */
export function DerivedNote({ path }: { path: string }) {
  const { t, i18n } = useTranslation('navigator');
  const { derived } = useEditor();
  const here = derived.filter((each) => each.path === path);
  if (here.length === 0) return null;
  return (
    <dl className={styles.derived} aria-label={t('derivedLabel')}>
      {here.map((each) => (
        <div key={each.code} className={styles.row}>
          <dt>{t(`derived.${each.code}`)}</dt>
          <dd>{figureWithUnit(t, i18n.language, each.value, each.unit)}</dd>
          <dd className={styles.how}>
            <details>
              <summary aria-label={t('cellGroups.formula', { name: t(`derived.${each.code}`) })}>=</summary>
              <p>{t(`formula.${each.code}`)}</p>
              {each.assumes.length > 0 && (
                <p>
                  {t('assumes', {
                    list: each.assumes.map(({ code, value }) => t(`assumption.${code}`, { value })).join(', '),
                  })}
                </p>
              )}
            </details>
          </dd>
        </div>
      ))}
    </dl>
  );
}
