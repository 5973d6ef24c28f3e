import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  /** What this is for, or what happened and what is safe. */
  children?: ReactNode;
  /** One action. */
  action?: ReactNode;
}

/** What a screen or a pane shows while it has nothing: also for errors and for what is not allowed. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {icon !== undefined && (
        <div className={styles.icon} aria-hidden>
          {icon}
        </div>
      )}
      <h2>{title}</h2>
      {children !== undefined && <div className={styles.text}>{children}</div>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}
