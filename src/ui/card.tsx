import type { ReactNode } from 'react';
import styles from './card.module.css';

interface CardProps {
  title?: ReactNode;
  /** Content at the end of the title's line: a chip or a button. */
  aside?: ReactNode;
  /** Actions of the card, in a separate part at the bottom. */
  footer?: ReactNode;
  children?: ReactNode;
}

/** Bordered surface with an optional heading (h2) and footer. */
export function Card({ title, aside, footer, children }: CardProps) {
  return (
    <section className={styles.card}>
      {(title !== undefined || aside !== undefined) && (
        <header className={styles.head}>
          {title !== undefined && <h2 tabIndex={-1}>{title}</h2>}
          {aside}
        </header>
      )}
      {children !== undefined && <div className={styles.body}>{children}</div>}
      {footer !== undefined && footer !== false && <footer className={styles.footer}>{footer}</footer>}
    </section>
  );
}
