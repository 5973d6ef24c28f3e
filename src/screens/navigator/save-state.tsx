import { useTranslation } from 'react-i18next';
import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Cloud from 'lucide-react/icons/cloud';
import Smartphone from 'lucide-react/icons/smartphone';
import { useEditor } from './order-editor.ts';
import { readingOf } from './typed-fields.ts';
import styles from './save-state.module.css';

/** Save state of the order: on this device only, or also on the server. Screen readers announce changes. */
export function SaveState() {
  const { t } = useTranslation('navigator');
  const { order, typed } = useEditor();
  const entries = Object.entries(typed);
  const unreadable = entries.filter(([path, { text }]) => 'problem' in (readingOf(path, text) ?? {})).length;
  const typing = entries.some(([, entry]) => entry.written === null);
  const local = typing || (order !== null && (order.unsaved > 0 || order.pending));
  const [Icon, text] =
    unreadable > 0
      ? [CircleAlert, t('save.unreadable', { count: unreadable })]
      : order === null && !typing
        ? [Cloud, t('save.empty')]
        : local
          ? [Smartphone, t('save.device')]
          : [Check, t('save.saved')];
  return (
    <output className={styles.state} data-tone={unreadable > 0 ? 'danger' : undefined}>
      <Icon aria-hidden />
      {text}
    </output>
  );
}
