import type { ReactNode } from 'react';
import styles from './chip.module.css';

interface ChipProps {
  /** An order status, or neutral, info, ok, warn, danger: picks the colors of tokens.css. */
  tone?: string;
  icon?: ReactNode;
  children: ReactNode;
}

/** A small label; never color alone, so it always has text. */
export function Chip({ tone = 'neutral', icon, children }: ChipProps) {
  return (
    <span className={styles.chip} data-tone={tone}>
      {icon ?? <span className={styles.dot} aria-hidden />}
      {children}
    </span>
  );
}
