import styles from './skeleton.module.css';

interface SkeletonProps {
  /** How many lines. */
  lines?: number;
  /** Said to screen readers, such as "Loading conversations". */
  label: string;
  /** `row` has a round picture before two lines, `block` is one tall box. */
  shape?: 'line' | 'row' | 'block';
}

/** The place of what is loading; appears only after 200 ms, so quick reads never flash. */
export function Skeleton({ lines = 3, label, shape = 'line' }: SkeletonProps) {
  return (
    <output className={styles.skeleton} aria-label={label}>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className={styles[shape]} aria-hidden />
      ))}
    </output>
  );
}
