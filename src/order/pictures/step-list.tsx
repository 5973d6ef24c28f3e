import styles from './protocol-picture.module.css';
import { sentenceOfLines, type StepLine } from '#domain/order/protocol/step-words.ts';

/** The steps below a picture, those of a group below its head. */
export function StepList({ lines }: { lines: readonly StepLine[] }) {
  return (
    <ol className={styles.steps}>
      {lines.map((line) =>
        'lines' in line ? (
          <li key={`${line.text} ${sentenceOfLines(line.lines)}`}>
            <strong>{line.text}</strong>
            <StepList lines={line.lines} />
          </li>
        ) : (
          <li key={line.number}>
            <span className={styles.number}>{line.number}</span> {line.text}
          </li>
        ),
      )}
    </ol>
  );
}
