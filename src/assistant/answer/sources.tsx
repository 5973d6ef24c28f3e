import type { Answer } from '#domain/chat/chat.ts';
import { Passage } from './answer-files.tsx';
import { SourceEntry } from './source-entry.tsx';
import { SourceItem } from './source-item.tsx';
import { SourcesSheet } from './sources-sheet.tsx';

/** Sources of an answer: numbered chips that open a sheet with the entries, as this device has them. */
export function Sources({ answer }: { answer: Answer }) {
  return (
    <SourcesSheet
      answer={answer}
      renderSource={(source, isChosen) =>
        source.file === undefined ? (
          <SourceEntry key={source.n} source={source} isChosen={isChosen} />
        ) : (
          <SourceItem key={source.n} n={source.n} isChosen={isChosen}>
            <Passage n={source.n} file={source.file} />
          </SourceItem>
        )
      }
    />
  );
}
