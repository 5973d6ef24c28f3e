import { useTranslation } from 'react-i18next';
import { NavLink, useParams } from 'react-router-dom';
import { centerPath } from './online/entry-path.ts';
import { centerTabs } from './tabs.ts';
import admin from '../admin.module.css';
import styles from './center.module.css';

/** The knowledge center: how the knowledge base is sorted, how it becomes what the assistant answers from, and how well. */
export function KnowledgeCenterScreen() {
  const { t } = useTranslation('center');
  const { tab = '' } = useParams();
  // An address of a later version shows the first tab.
  const { Content } = centerTabs.find(({ path }) => path === tab) ?? firstTab;
  return (
    <div className={admin.page}>
      <nav className={styles.tabs} aria-label={t('tabs.label')}>
        {centerTabs.map(({ name, path }) => (
          <NavLink key={name} to={path === '' ? centerPath : `${centerPath}/${path}`} end>
            {t(`tabs.${name}`)}
          </NavLink>
        ))}
      </nav>
      <Content />
    </div>
  );
}

const [firstTab] = centerTabs as [(typeof centerTabs)[number]];
