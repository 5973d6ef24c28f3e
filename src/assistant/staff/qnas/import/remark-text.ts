import { useTranslation } from 'react-i18next';
import type { ImportRemark } from '#domain/assistant/wire/qna-imports.ts';
import { qnaFields } from '#domain/assistant/knowledge/qna/fields.ts';

/** Returns the sentence of an error or a note in the reader's language; that of the server for a new rule. */
export function useRemarkText(): (remark: ImportRemark) => string {
  const { t, i18n } = useTranslation('admin');
  return ({ code, head, value, message }) => {
    const key = `qnaImport.remark.${code}`;
    if (!i18n.exists(key, { ns: 'admin' })) return message;
    const field = qnaFields.find(({ column }) => column === head);
    const { chars, items, allChars } = field ?? {};
    return t(key, { head, value, chars, items, allChars, interpolation: { escapeValue: false } });
  };
}
