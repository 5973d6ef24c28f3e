import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Copy from 'lucide-react/icons/copy';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type NumberedTree, wordsIn } from '#domain/assistant/knowledge/finder/tree.ts';
import { type Walk, walk } from '#domain/assistant/knowledge/finder/walk.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, buttonRow } from '../../ui/button.tsx';
import { useCopy } from '../../ui/copy.ts';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { showNotice } from '../../ui/notice/notice.tsx';
import { FindingCard } from './finding-card.tsx';
import { useKeptWalk } from './kept-walk.ts';
import { pathText } from './path-text.ts';
import { StepCard } from './step-card.tsx';
import basics from '../../ui/basics.module.css';
import styles from './finder.module.css';

/** One tree: what to do to be safe, the choices taken, and the next question or the finding. */
export function TreeWalk({ tree }: { tree: NumberedTree }) {
  const { t, i18n } = useTranslation('chat');
  const [kept, change] = useKeptWalk(tree.id);
  const [moved, setMoved] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The pressed choice is gone: the focus moves to the new part.
    if (moved > 0) heading.current?.focus();
  }, [moved]);
  if (kept === undefined) return <Skeleton label={t('finder.loading')} lines={4} shape="row" />;
  const at = walk(tree, kept.path);
  /** Keeps the first choices, and takes another one. */
  const goTo = (count: number, ...more: typeof kept.path) => {
    const path = at.taken.slice(0, count).map(({ step, choice }) => ({ step: step.id, says: choice.says.en }));
    // An order and a report belong to the path that they were made of.
    change(({ note }) => ({ path: [...path, ...more], ...(note === undefined ? {} : { note }) }));
    setMoved((n) => n + 1);
  };
  const handleAnew = () => {
    const before = kept;
    change(() => undefined);
    setMoved((n) => n + 1);
    showNotice({
      title: t('finder.begun'),
      action: { label: t('common:action.undo'), run: () => change(() => before) },
    });
  };
  return (
    <div className={styles.page}>
      <Head tree={tree} at={at} onAnew={handleAnew} />
      {tree.safety !== undefined && <Safety text={wordsIn(tree.safety, i18n.language)} />}
      {at.isCut && <Banner tone="info">{t('finder.changed')}</Banner>}
      {at.finding === undefined && <TakenChoices walk={at} onChange={goTo} />}
      <section className={styles.now} aria-label={t(at.finding === undefined ? 'finder.step' : 'finder.finding')}>
        {at.step !== undefined && (
          <StepCard
            key={at.step.id}
            step={at.step}
            n={at.taken.length + 1}
            left={at.left}
            heading={heading}
            onChoose={(says) => goTo(at.taken.length, { step: at.step?.id ?? '', says })}
          />
        )}
        {at.finding !== undefined && (
          <FindingCard tree={tree} walk={at} finding={at.finding} kept={kept} change={change} heading={heading} />
        )}
        {at.taken.length > 0 && (
          <Button variant="ghost" icon={<ArrowLeft aria-hidden />} onClick={() => goTo(at.taken.length - 1)}>
            {t('finder.back')}
          </Button>
        )}
      </section>
      {/* On a phone the path would push the finding below the fold. */}
      {at.finding !== undefined && <TakenChoices walk={at} onChange={goTo} />}
    </div>
  );
}

interface HeadProps {
  tree: NumberedTree;
  at: Walk;
  onAnew: () => void;
}

function Head({ tree, at, onAnew }: HeadProps) {
  const { t, i18n } = useTranslation('chat');
  const copy = useCopy();
  return (
    <div className={styles.head}>
      <div>
        <Link to="/chat/failure-finder" className={styles.up}>
          {t('finder.title')}
        </Link>
        <h2>{wordsIn(tree.title, i18n.language)}</h2>
      </div>
      <div className={buttonRow}>
        <Button small icon={<Copy aria-hidden />} onClick={() => copy(pathText(t, i18n.language, tree, at))}>
          {t('finder.copy')}
        </Button>
        {at.taken.length > 0 && (
          <Button small icon={<RotateCcw aria-hidden />} onClick={onAnew}>
            {t('finder.anew')}
          </Button>
        )}
      </div>
    </div>
  );
}

function Safety({ text }: { text: string }) {
  const { t } = useTranslation('chat');
  return (
    <section className={styles.safety} data-tone="danger" aria-label={t('finder.safety')}>
      <strong>
        <TriangleAlert aria-hidden /> {t('finder.safety')}
      </strong>
      <ul>
        {text.split('\n').map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

/** The choices so far; each can be changed, which drops those after it. */
function TakenChoices({ walk: { taken }, onChange }: { walk: Walk; onChange: (count: number) => void }) {
  const { t, i18n } = useTranslation('chat');
  if (taken.length === 0) return null;
  return (
    <ol className={styles.taken} aria-label={t('finder.path')}>
      {taken.map(({ step, choice }, i) => (
        <li key={step.id}>
          <span className={basics.quiet}>{wordsIn(step.question, i18n.language)}</span>
          <span className={styles.answer}>
            <strong>{wordsIn(choice.says, i18n.language)}</strong>
            <Button
              small
              variant="ghost"
              aria-label={t('finder.changeStep', { question: wordsIn(step.question, i18n.language) })}
              onClick={() => onChange(i)}
            >
              {t('finder.change')}
            </Button>
          </span>
        </li>
      ))}
    </ol>
  );
}
