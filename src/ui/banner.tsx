import type { ReactNode } from 'react';
import styles from './banner.module.css';

interface BannerProps {
  tone?: 'neutral' | 'info' | 'ok' | 'warn' | 'danger';
  icon?: ReactNode;
  /** One small action at the end. */
  action?: ReactNode;
  children: ReactNode;
}

/** Message above the content of a page or card. Put it in a live region if screen readers must announce it. */
export function Banner({ tone = 'info', icon, action, children }: BannerProps) {
  return (
    <div className={styles.banner} data-tone={tone}>
      {icon}
      <div className={styles.text}>{children}</div>
      {action}
    </div>
  );
}
