import { useTranslation } from 'react-i18next';
import Download from 'lucide-react/icons/download';
import FileText from 'lucide-react/icons/file-text';
import { buttonClass, buttonRow } from '../../../ui/button.tsx';
import { listOf, type TextSection } from './lists.ts';
import { paperLayoutOf, paperPath } from './paper-layout.ts';
import { PublicPage, PublicSection } from './public-page.tsx';
import basics from '../../../ui/basics.module.css';
import styles from './public-page.module.css';
import { useSyncExternalStore } from 'react';

/** The white paper: as a page, and as a PDF in the layout for the window's width. */
export function WhitePaperScreen() {
  const { t } = useTranslation('public');
  const layout = paperLayoutOf(useWidth());
  const sections = listOf<TextSection>(t, 'whitePaper.sections');
  return (
    <PublicPage name="whitePaper" title={t('whitePaper.title')} lead={t('whitePaper.subtitle')}>
      <div className={styles.section}>
        <div className={buttonRow}>
          <a href={paperPath(layout)} target="_blank" rel="noreferrer" className={buttonClass} data-variant="primary">
            <FileText aria-hidden />
            {t('whitePaper.open')}
          </a>
          <a href={paperPath(layout)} download className={buttonClass} data-variant="secondary">
            <Download aria-hidden />
            {t('whitePaper.download')}
          </a>
        </div>
        <p className={basics.note}>
          {t(`whitePaper.layout.${layout}`)}. {t('whitePaper.pdfLanguage')}
        </p>
      </div>
      <nav className={styles.section} aria-labelledby="contents">
        <h2 id="contents">{t('whitePaper.contents')}</h2>
        <ol className={styles.contents}>
          {sections.map(({ title }, i) => (
            <li key={title}>
              <a href={`#part-${i + 1}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      {sections.map(({ title, paragraphs, list = [] }, i) => (
        <PublicSection key={title} id={`part-${i + 1}`} title={title}>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {list.length > 0 && (
            <ul className={styles.bullets}>
              {list.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          )}
        </PublicSection>
      ))}
    </PublicPage>
  );
}

/** Returns the width of the window in CSS pixels. */
function useWidth(): number {
  return useSyncExternalStore(
    (listener) => {
      addEventListener('resize', listener);
      return () => removeEventListener('resize', listener);
    },
    () => innerWidth,
  );
}
