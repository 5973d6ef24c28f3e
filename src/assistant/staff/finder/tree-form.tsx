import { useTranslation } from 'react-i18next';
import type { FieldProblem } from '#domain/ground/errors.ts';
import type { FinderTree } from '#domain/assistant/knowledge/finder/tree.ts';
import { Card } from '../../../ui/card.tsx';
import { EntriesField, useProblemAt, WordsField } from './fields.tsx';
import styles from './finder.module.css';

interface TreeFormProps {
  tree: FinderTree;
  problems: readonly FieldProblem[];
  entries: readonly [id: string, question: string][];
  onChange: (tree: FinderTree) => void;
}

/** Name, symptom, safety measures, and the answers under which the assistant links to the tree. */
export function TreeForm({ tree, problems, entries, onChange }: TreeFormProps) {
  const { t } = useTranslation('admin');
  const at = useProblemAt(problems);
  const { title, about, safety = { en: '', ko: '' }, answers } = tree;
  return (
    <Card title={t('finder.about')}>
      <div className={styles.pairs}>
        <WordsField
          label={t('finder.name')}
          words={title}
          path="title"
          problems={problems}
          onChange={(to) => onChange({ ...tree, title: to })}
        />
        <WordsField
          label={t('finder.symptom')}
          words={about}
          path="about"
          problems={problems}
          onChange={(to) => onChange({ ...tree, about: to })}
        />
        <WordsField
          label={t('finder.safety')}
          words={safety}
          path="safety"
          problems={problems}
          lines={3}
          onChange={(to) => {
            const { safety: _, ...rest } = tree;
            onChange(to.en === '' && to.ko === '' ? rest : { ...rest, safety: to });
          }}
        />
      </div>
      <EntriesField
        label={t('finder.answers')}
        ids={answers}
        entries={entries}
        error={at('answers')}
        onChange={(to) => onChange({ ...tree, answers: to })}
      />
    </Card>
  );
}
