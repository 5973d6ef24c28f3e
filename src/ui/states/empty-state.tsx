import { useEffect, useRef, type ReactNode } from 'react';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  /** Purpose of the page, or what happened and which data is safe. */
  children?: ReactNode;
  /** One action. */
  action?: ReactNode;
  /** Whether the title takes the focus if nothing has it, because the control that was used is gone. */
  takesFocus?: boolean;
}

/** Placeholder of a page or pane without content; also for errors and missing permissions. */
export function EmptyState({ icon, title, children, action, takesFocus = false }: EmptyStateProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) heading.current?.focus();
  }, [takesFocus]);
  return (
    <div className={styles.empty}>
      {icon !== undefined && (
        <div className={styles.icon} aria-hidden>
          {icon}
        </div>
      )}
      <h2 ref={heading} tabIndex={takesFocus ? -1 : undefined}>
        {title}
      </h2>
      {children !== undefined && <div className={styles.text}>{children}</div>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}
