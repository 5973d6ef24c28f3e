import { diffArrays } from 'diff';
import styles from './knowledges.module.css';

/** A text with the words marked that were added and removed since an earlier one. */
export function WordDiff({ before, after }: { before: string; after: string }) {
  const parts = diffArrays(wordsIn(before), wordsIn(after));
  return (
    <p className={styles.diff} dir="auto">
      {parts.map(({ value, added, removed }, at) => {
        const text = value.join('');
        // The parts of one comparison never change their order.
        const key = `${at}`;
        if (added)
          return (
            <ins data-tone="ok" key={key}>
              {text}
            </ins>
          );
        if (removed)
          return (
            <del data-tone="danger" key={key}>
              {text}
            </del>
          );
        return <span key={key}>{text}</span>;
      })}
    </p>
  );
}

/** Words, with the blanks between them and the marks behind them apart. */
function wordsIn(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{N}_]+(?:[.,][\p{N}]+)*|[^\s\p{L}\p{N}_]/gu) ?? [];
}
