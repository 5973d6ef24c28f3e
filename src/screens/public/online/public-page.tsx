import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './public-page.module.css';

interface PublicPageProps {
  /** The key of its description in public.json, under `meta`. */
  name: string;
  title: string;
  lead?: string;
  children: ReactNode;
}

/** One page that everybody may read: heading, what it is about, its sections; and what search engines say of it. */
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

/** A part of a page under a heading of its own; `id` makes it a place one can link to. */
export function PublicSection({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
