import { useTranslation } from 'react-i18next';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { isMissing, type Check } from '#domain/order/data/check.ts';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { textOfCheck } from '../parts/check-text.ts';
import { useEditor } from './order-editor.ts';
import { problemElsewhere } from './typed-problem.ts';
import { isShownByField, isUnreadable } from './unreadable.ts';
import styles from './check-notes.module.css';

const looks = {
  block: { tone: 'danger', Icon: CircleAlert },
  warn: { tone: 'warn', Icon: TriangleAlert },
  info: { tone: 'info', Icon: Info },
} as const;

/**
 * Check results of one path, except those the field itself shows: missing, unreadable or in conflict. A missing value
 * is no error before the user has had a chance to add it.
 * @param about name of the field, which is shown where the notes are not right below it
 */
export function CheckNotes({ path, about }: { path: string; about?: string }) {
  const { checks, strict } = useEditor();
  const here = checks.filter((check) => check.path === path && !isShownByField(check) && (strict || !isMissing(check)));
  if (here.length === 0) return null;
  return (
    <ul className={styles.notes}>
      {here.map((check) => (
        <CheckNote key={check.code} check={check} about={about} />
      ))}
    </ul>
  );
}

/** One check result; a warning has a checkbox with which the user confirms that the value is intended. */
export function CheckNote({ check, about }: { check: Check; about?: string | undefined }) {
  const { t, i18n } = useTranslation('navigator');
  const editor = useEditor();
  const { tone, Icon } = looks[check.level];
  const { tick } = check;
  return (
    <li className={styles.note} data-tone={tone}>
      <Icon aria-label={t(`level.${check.level}`)} />
      <div>
        <p>
          {about !== undefined && <strong className={styles.about}>{about}</strong>}
          {isUnreadable(check) ? problemElsewhere(t, check.path, check.message) : textOfCheck(check, t, i18n.language)}
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
