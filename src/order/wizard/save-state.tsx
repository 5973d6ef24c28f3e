import { useTranslation } from 'react-i18next';
import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Cloud from 'lucide-react/icons/cloud';
import Smartphone from 'lucide-react/icons/smartphone';
import { Button } from '../../ui/button.tsx';
import { useEditor } from '../editor/order-editor.ts';
import { nameOfPath } from '../parts/order-words.ts';
import type { GoToStep } from './place-order.tsx';
import { stepOf } from '../parts/step-of.ts';
import { problemOfTypedText } from '../editor/typed-problem.ts';
import styles from '../editor/save-state.module.css';

/**
 * Save state of the order: on this device only, or also on the server. Screen readers announce changes. A typed text
 * that is not accepted is named with its reason, because its field may be on another step.
 * @param onGo leads to that field; undefined on the review step, which lists what is left with buttons of its own
 */
export function SaveState({ onGo }: { onGo: GoToStep | undefined }) {
  const { t } = useTranslation('navigator');
  const { order, typed } = useEditor();
  const entries = Object.entries(typed);
  const refused = entries.flatMap(([path, { text }]) => {
    const problem = problemOfTypedText(t, path, text);
    return problem === undefined ? [] : [{ path, problem }];
  });
  const typing = entries.some(([, entry]) => entry.written === null);
  const local = typing || (order !== null && (order.unsaved > 0 || order.pending));
  const [Icon, text] =
    refused.length > 0
      ? [CircleAlert, t('save.refused', { count: refused.length })]
      : order === null && !typing
        ? [Cloud, t('save.empty')]
        : local
          ? [Smartphone, t('save.device')]
          : [Check, t('save.saved')];
  const [first] = refused;
  return (
    <>
      <output className={styles.state} data-tone={refused.length > 0 ? 'danger' : undefined}>
        <Icon aria-hidden />
        {text}
      </output>
      {first !== undefined && onGo !== undefined && (
        <div className={styles.first}>
          <Button small variant="ghost" onClick={() => onGo(stepOf(first.path), first.path)}>
            {t('save.refusedAt', { name: nameOfPath(t, first.path), problem: first.problem })}
          </Button>
        </div>
      )}
    </>
  );
}
