import styles from './skeleton.module.css';

interface SkeletonProps {
  /** Number of lines, rows or blocks. */
  lines?: number;
  /** Text for screen readers, such as "Loading conversations". */
  label: string;
  /** `row`: a round avatar before two lines. `block`: a tall box. */
  shape?: 'line' | 'row' | 'block';
}

/** Placeholder while something is loading. It appears after 200 ms, so that fast reads do not flash. */
export function Skeleton({ lines = 3, label, shape = 'line' }: SkeletonProps) {
  return (
    <output className={styles.skeleton} aria-label={label}>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className={styles[shape]} aria-hidden />
      ))}
    </output>
  );
}
