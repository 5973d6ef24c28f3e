import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FinderTree, wordsIn } from '#domain/assistant/knowledge/finder/tree.ts';
import { type TakenChoice, walk } from '#domain/assistant/knowledge/finder/walk.ts';
import { Button, buttonRow } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { StepCard } from '../../finder/step-card.tsx';
import basics from '../../../ui/basics.module.css';

/** Walks the edited tree as its users will, without keeping anything. */
export function Preview({ tree }: { tree: FinderTree }) {
  const { t, i18n } = useTranslation('admin');
  const [path, setPath] = useState<TakenChoice[]>([]);
  const heading = useRef<HTMLHeadingElement>(null);
  const { taken, step, finding, left } = walk(tree, path);
  return (
    <Card
      title={t('finder.preview')}
      aside={
        taken.length > 0 && (
          <span className={buttonRow}>
            <Button small onClick={() => setPath(path.slice(0, taken.length - 1))}>
              {t('finder.previewBack')}
            </Button>
            <Button small onClick={() => setPath([])}>
              {t('finder.previewAnew')}
            </Button>
          </span>
        )
      }
    >
      <div className={basics.stack}>
        {taken.length > 0 && <p>{taken.map(({ choice }) => wordsIn(choice.says, i18n.language)).join(' → ')}</p>}
        {step !== undefined && (
          <StepCard
            key={step.id}
            step={step}
            n={taken.length + 1}
            left={left}
            heading={heading}
            onChoose={(says) => setPath([...path.slice(0, taken.length), { step: step.id, says }])}
          />
        )}
        {finding !== undefined && (
          <>
            <h3>{wordsIn(finding.title, i18n.language)}</h3>
            <ul>
              {finding.causes.map(({ name, reason, entries }) => (
                <li key={name.en}>
                  {wordsIn(name, i18n.language)}: {wordsIn(reason, i18n.language)} ({entries.join(', ')})
                </li>
              ))}
            </ul>
            <p>{wordsIn(finding.todo, i18n.language)}</p>
          </>
        )}
        {step === undefined && finding === undefined && <p role="alert">{t('finder.problem.DEAD_END')}</p>}
      </div>
    </Card>
  );
}
