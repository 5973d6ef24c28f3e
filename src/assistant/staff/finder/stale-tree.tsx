import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { differingRows, mergeTrees } from '#domain/assistant/knowledge/finder/merge.ts';
import { type FinderTree, wordsIn } from '#domain/assistant/knowledge/finder/tree.ts';
import type { BilingualText } from '#domain/quantities/words.ts';
import type { TreeVersion } from '#domain/assistant/wire/finder.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import styles from '../../../staff/admin.module.css';
import own from './finder.module.css';

interface StaleTreeProps {
  base: FinderTree;
  mine: FinderTree;
  /** The version that a colleague has saved since. */
  theirs: TreeVersion;
  /** Whether the user has just pressed Save, far below, and is to be taken here. */
  takesFocus: boolean;
  onMerge: (tree: FinderTree) => void;
  onDiscard: () => void;
}

/** A colleague has saved first: both versions of each changed row, and the ways on. */
export function StaleTree({ base, mine, theirs, takesFocus, onMerge, onDiscard }: StaleTreeProps) {
  const { t, i18n } = useTranslation('admin');
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (takesFocus) section.current?.focus();
  }, [takesFocus]);
  const merged = mergeTrees(base, mine, theirs.tree);
  const rows = [...new Set([...differingRows(base, mine), ...differingRows(base, theirs.tree)])];
  const { version, note } = theirs;
  const who = theirs.made_by ?? t('finder.own');
  const none = t('finder.noRow');
  const text = (tree: FinderTree, id: string) => textsOfRow(tree, id, i18n.language) ?? none;
  return (
    <section ref={section} className={styles.comparison} aria-label={t('finder.stale')} role="alert" tabIndex={-1}>
      <Banner tone="warn">{t('finder.staleText', { who, version, note })}</Banner>
      <table className={styles.rows} data-words>
        <thead>
          <tr>
            <th scope="col">{t('finder.id')}</th>
            <th scope="col">{t('finder.mine')}</th>
            <th scope="col">{t('finder.theirs', { version })}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((id) => (
            <tr key={id}>
              <th scope="row">
                <span className={own.whole}>{id}</span>
                {merged.both.includes(id) && <small>{t('finder.both')}</small>}
              </th>
              <td data-label={t('finder.mine')}>{text(mine, id)}</td>
              <td data-label={t('finder.theirs', { version })}>{text(theirs.tree, id)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.actions}>
        <Button onClick={onDiscard}>{t('finder.takeTheirs', { version })}</Button>
        <Button variant="primary" onClick={() => onMerge(merged.tree)}>
          {t('finder.merge', { version })}
        </Button>
      </div>
    </section>
  );
}

/** All texts of a row or a field, in one line; undefined when the tree does not have it. */
function textsOfRow(tree: FinderTree, id: string, language: string): string | undefined {
  const say = (words: BilingualText) => wordsIn(words, language);
  const step = tree.steps.find((each) => each.id === id);
  if (step !== undefined) {
    const choices = step.choices.map(({ says, means, next }) => `${say(says)} (${say(means)}) → ${next}`);
    const measured = step.measurement === undefined ? [] : [`${say(step.measurement.how)} ${step.measurement.hours} h`];
    return [say(step.question), say(step.reason), ...measured, ...choices].join(' · ');
  }
  const finding = tree.findings.find((each) => each.id === id);
  if (finding !== undefined) {
    const causes = finding.causes.map(
      ({ name, reason, entries }) => `${say(name)}: ${say(reason)} (${entries.join(', ')})`,
    );
    return [say(finding.title), ...causes, say(finding.todo), finding.test?.type ?? ''].join(' · ');
  }
  if (id === 'answers') return tree.answers.join(', ');
  const words = id === 'title' ? tree.title : id === 'about' ? tree.about : id === 'safety' ? tree.safety : undefined;
  return words === undefined ? undefined : say(words);
}
