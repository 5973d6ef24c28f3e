import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './public-page.module.css';

interface PublicPageProps {
  /** Key of its description in public.json, under `meta`. */
  name: string;
  title: string;
  lead?: string | undefined;
  children: ReactNode;
}

/** A public page: heading, introduction, sections, and the description for search engines. */
export function PublicPage({ name, title, lead, children }: PublicPageProps) {
  const { t } = useTranslation('public');
  const description = t(`meta.${name}`);
  useEffect(() => {
    const meta = document.querySelector<HTMLMetaElement>('meta[name="description"]');
    if (meta !== null) meta.content = description;
  }, [description]);
  return (
    <article className={styles.page}>
      <header className={styles.head}>
        <h1>{title}</h1>
        {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      </header>
      {children}
    </article>
  );
}

/** A section with its heading; `id` makes it a link target. */
export function PublicSection({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
