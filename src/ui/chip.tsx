import type { ReactNode } from 'react';
import styles from './chip.module.css';

interface ChipProps {
  /** An order status, or neutral, info, ok, warn, danger: selects the colors in tokens.css. */
  tone?: string;
  icon?: ReactNode;
  children: ReactNode;
}

/** Small label. It always has a text, because color alone must not carry the meaning. */
export function Chip({ tone = 'neutral', icon, children }: ChipProps) {
  return (
    <span className={styles.chip} data-tone={tone}>
      {icon ?? <span className={styles.dot} aria-hidden />}
      {children}
    </span>
  );
}
