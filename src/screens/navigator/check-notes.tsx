import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { Check } from '#domain/order/checks.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { placed } from './placed-values.ts';
import { useEditor } from './order-editor.ts';
import { isSaidByField, isUnreadable } from './unreadable.ts';
import styles from './check-notes.module.css';

const looks = {
  block: { tone: 'danger', Icon: CircleAlert },
  warn: { tone: 'warn', Icon: TriangleAlert },
  info: { tone: 'info', Icon: Info },
} as const;

/** The message in the reader's language; in English where it has none. */
function textOf({ code, text, message }: Check, t: TFunction<'navigator'>): string {
  if (code === 'CONFLICT') return t('conflict.open');
  if (text === undefined) return message;
  return t(`check.${text.key}`, { defaultValue: message, ...placed(text.values) });
}

/** The results of the checks of one path. The field itself shows what is missing, unreadable or in conflict. */
export function CheckNotes({ path }: { path: string }) {
  const { checks } = useEditor();
  const here = checks.filter((check) => check.path === path && !isSaidByField(check));
  if (here.length === 0) return null;
  return (
    <ul className={styles.notes}>
      {here.map((check) => (
        <CheckNote key={check.code} check={check} />
      ))}
    </ul>
  );
}

/** One finding; a warning carries the tick that says it is meant. */
export function CheckNote({ check }: { check: Check }) {
  const { t } = useTranslation('navigator');
  const editor = useEditor();
  const { tone, Icon } = looks[check.level];
  const { tick } = check;
  return (
    <li className={styles.note} data-tone={tone}>
      <Icon aria-label={t(`level.${check.level}`)} />
      <div>
        <p>
          {isUnreadable(check)
            ? t('unreadable', { text: check.message, interpolation: { escapeValue: false } })
            : textOf(check, t)}
        </p>
        {tick !== null && (
          <Checkbox
            label={t('meant')}
            checked={check.ticked}
            onChange={(on) => void editor.write([{ path: tick.path, value: on ? tick.value : null }])}
          />
        )}
      </div>
    </li>
  );
}
