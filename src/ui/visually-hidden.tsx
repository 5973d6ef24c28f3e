import type { ReactNode } from 'react';
import styles from './visually-hidden.module.css';

/** Class of elements that only screen readers read. */
export const hiddenClass = styles.hidden ?? '';

/** The same on a phone; a larger screen shows it. */
export const hiddenOnPhone = styles.onPhone ?? '';

/** Text only for screen readers. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={hiddenClass}>{children}</span>;
}
