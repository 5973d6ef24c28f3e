import styles from './unread-count.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

/** Number of unread messages; nothing where there are none. `label` is its text for screen readers. */
export function UnreadCount({ count, label }: { count: number; label: string }) {
  if (count === 0) return null;
  return (
    <span className={styles.count} title={label}>
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}
