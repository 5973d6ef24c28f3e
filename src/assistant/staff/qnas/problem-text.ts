import type { TFunction } from 'i18next';
import { qnaFields } from '#domain/assistant/knowledge/qna/fields.ts';
import type { QnaProblem } from '#domain/assistant/knowledge/qna/problems.ts';

/** Returns the sentence about a problem in the reader's language. */
export function problemText(t: TFunction<'admin'>, { path, code }: QnaProblem): string {
  const field = qnaFields.find(({ name }) => name === path);
  // A key that ends with _many would be a plural form.
  const key = code === 'over_count' ? 'tooManyItems' : code;
  return t(`qna.problem.${key}`, { chars: field?.chars, items: field?.items });
}
