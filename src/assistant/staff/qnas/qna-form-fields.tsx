import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import type { QnaCategoriesReply } from '#domain/assistant/wire/qnas.ts';
import { type QnaFieldName, qnaStatuses, qnaFields } from '#domain/assistant/knowledge/qna/fields.ts';
import type { QnaProblem } from '#domain/assistant/knowledge/qna/problems.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { CategoryBox } from './category-box.tsx';
import type { QnaTexts } from './qna-typed.ts';
import { SimilarQnas } from './similar-qnas.tsx';
import styles from './knowledges.module.css';

interface QnaFieldsViewProps {
  id: string | undefined;
  texts: QnaTexts;
  categories: QnaCategoriesReply | undefined;
  problems: readonly QnaProblem[];
  onType: (name: QnaFieldName, text: string) => void;
}

const korean: readonly QnaFieldName[] = ['koQuestion', 'koAlternatives', 'koAnswer'];

/** The fields of a Q&A. */
export function QnaFieldsView({ id, texts, categories, problems, onType }: QnaFieldsViewProps) {
  const { t } = useTranslation('admin');
  const errorOf = (name: QnaFieldName) => {
    const problem = problems.find(({ path }) => path === name);
    return problem && problemText(t, problem);
  };
  const field = (name: QnaFieldName, more: { lines?: number; hint?: string; required?: boolean } = {}) => (
    <Field
      key={name}
      label={t(`qna.field.${name}`)}
      value={texts[name]}
      error={errorOf(name)}
      onChange={(text) => onType(name, text)}
      {...more}
    />
  );
  return (
    <>
      <CategoryFields texts={texts} categories={categories} errorOf={errorOf} onType={onType} />
      {field('question', { lines: 2, required: true })}
      <SimilarQnas id={id} question={texts.question} answer={texts.answer} />
      {field('alternatives', { lines: 4, hint: t('qna.hint.alternatives') })}
      {field('answer', { lines: 8, required: true })}
      <div className={styles.halves}>
        {field('keywords', { lines: 2, hint: t('qna.hint.keywords') })}
        {field('urls', { lines: 2, hint: t('qna.hint.urls') })}
      </div>
      {field('sources', { lines: 2, hint: t('qna.hint.sources') })}
      <div className={styles.thirds}>
        <Select
          label={t('qna.field.status')}
          value={texts.status}
          options={qnaStatuses.map((value) => ({ value, label: t(`qna.status.${value}`) }))}
          hint={t(`qna.hint.${texts.status === 'published' ? 'published' : 'needs_check'}`)}
          onChange={(value) => onType('status', value)}
        />
        <Select
          label={t('qna.field.chatType')}
          value={texts.chatType}
          options={['1', '2', '3', '4'].map((value) => ({ value, label: t(`qna.topic.${value}`) }))}
          hint={t('qna.hint.chatType')}
          onChange={(value) => onType('chatType', value)}
        />
        <Field
          kind="date"
          label={t('qna.field.checkBy')}
          value={texts.checkBy}
          hint={t('qna.hint.checkBy')}
          error={errorOf('checkBy')}
          onChange={(text) => onType('checkBy', text)}
        />
      </div>
      <KoreanFold texts={texts} isWrong={korean.some((name) => errorOf(name) !== undefined)}>
        {field('koQuestion', { lines: 2 })}
        {field('koAlternatives', { lines: 3, hint: t('qna.hint.alternatives') })}
        {field('koAnswer', { lines: 6 })}
      </KoreanFold>
    </>
  );
}

interface CategoryFieldsProps extends Pick<QnaFieldsViewProps, 'texts' | 'categories' | 'onType'> {
  errorOf: (name: QnaFieldName) => string | undefined;
}

/** The three levels of the category; each level offers what exists below the one before it. */
function CategoryFields({ texts, categories, errorOf, onType }: CategoryFieldsProps) {
  const { t } = useTranslation('admin');
  const large = categories?.large.find(({ name }) => name === texts.large.trim());
  const medium = large?.medium.find(({ name }) => name === texts.medium.trim());
  const category = (name: 'large' | 'medium' | 'small', options: readonly string[]) => (
    <CategoryBox
      label={t(`qna.field.${name}`)}
      value={texts[name]}
      options={options}
      error={errorOf(name)}
      required={name === 'large'}
      onChange={(text) => onType(name, text)}
    />
  );
  return (
    <div className={styles.thirds}>
      {category('large', categories?.large.map(({ name }) => name) ?? [])}
      {category('medium', large?.medium.map(({ name }) => name) ?? [])}
      {category('small', medium?.small ?? [])}
    </div>
  );
}

interface KoreanFoldProps {
  texts: QnaTexts;
  /** Whether something is wrong in its fields, which are then shown. */
  isWrong: boolean;
  children: ReactNode;
}

/** The Korean fields, which are folded at first. */
function KoreanFold({ texts, isWrong, children }: KoreanFoldProps) {
  const { t } = useTranslation('admin');
  const [isFolded, setFolded] = useState(true);
  const hasKorean = korean.some((name) => texts[name].trim() !== '');
  return (
    <details
      className={styles.fold}
      open={!isFolded || isWrong}
      onToggle={({ currentTarget }) => setFolded(!currentTarget.open)}
    >
      <summary>
        {t('qna.korean')} <small>{t(hasKorean ? 'qna.koreanThere' : 'qna.koreanMissing')}</small>
      </summary>
      <div className={styles.stack} lang="ko">
        {children}
      </div>
    </details>
  );
}

/** Returns the sentence about a problem in the reader's language. */
function problemText(t: TFunction<'admin'>, { path, code }: QnaProblem): string {
  const field = qnaFields.find(({ name }) => name === path);
  // A key that ends with _many would be a plural form.
  const key = code === 'over_count' ? 'tooManyItems' : code;
  return t(`qna.problem.${key}`, { chars: field?.chars, items: field?.items });
}
