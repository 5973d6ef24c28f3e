import type { ReactNode } from 'react';
import styles from './banner.module.css';

interface BannerProps {
  tone?: 'neutral' | 'info' | 'ok' | 'warn' | 'danger';
  icon?: ReactNode;
  /** One small action at the end. */
  action?: ReactNode;
  children: ReactNode;
}

/** A thin line over the content of a screen or a card. Put it inside a live region where its coming should be said. */
export function Banner({ tone = 'info', icon, action, children }: BannerProps) {
  return (
    <div className={styles.banner} data-tone={tone}>
      {icon}
      <div className={styles.text}>{children}</div>
      {action}
    </div>
  );
}
