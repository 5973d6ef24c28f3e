import { lazy, Suspense } from 'react';
import { MarkedText } from './marked-text.tsx';
import { needsRichText } from './needs-rich-text.ts';

/** If the chunk cannot be loaded, the plain text stays. */
const RichText = lazy(() =>
  import('./rich-text.tsx').then(
    (module) => ({ default: module.RichText }),
    () => ({ default: MarkedText }),
  ),
);

/**
 * Text of an answer: Markdown with tables, nested lists, code and formulas. Shown as plain text until the chunk for it
 * is loaded; a text without such marks never loads it.
 */
export function AnswerText({ content }: { content: string }) {
  const plain = <MarkedText content={content} />;
  if (!needsRichText(content)) return plain;
  return (
    <Suspense fallback={plain}>
      <RichText content={content} />
    </Suspense>
  );
}
