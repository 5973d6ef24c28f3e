import { useTranslation } from 'react-i18next';
import type { SettingChange } from '#domain/assistant/settings.ts';
import { nameOfSetting, wordsOfSetting } from './setting-words.ts';
import styles from './settings.module.css';

/** What differs between two versions, field by field: what was there, and what is there instead. */
export function ChangeList({ changes }: { changes: readonly SettingChange[] }) {
  const { t, i18n } = useTranslation('center');
  return (
    <ul className={styles.changes}>
      {changes.map(({ name, before, after }) => {
        const was = wordsOfSetting(t, i18n.language, name, before);
        const is = wordsOfSetting(t, i18n.language, name, after);
        return (
          <li key={name}>
            <p>{nameOfSetting(t, name)}</p>
            {Array.isArray(before) ? (
              <>
                {was !== '' && (
                  <p>
                    {t('settings.removed')}
                    {lineBefore(was)}
                    <del>{was}</del>
                  </p>
                )}
                {is !== '' && (
                  <p>
                    {t('settings.added')}
                    {lineBefore(is)}
                    <ins>{is}</ins>
                  </p>
                )}
              </>
            ) : (
              <p>
                <del>{was}</del> → <ins>{is}</ins>
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Several rows begin on a line of their own. */
function lineBefore(rows: string): string {
  return rows.includes('\n') ? '\n' : ' ';
}
