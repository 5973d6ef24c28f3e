import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { isMissing, type Check } from '#domain/order/check.ts';
import { parsePath } from '#domain/order/paths.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { interpolationOf } from './interpolation.ts';
import { useEditor } from './order-editor.ts';
import { isShownByField, isUnreadable } from './unreadable.ts';
import styles from './check-notes.module.css';

const looks = {
  block: { tone: 'danger', Icon: CircleAlert },
  warn: { tone: 'warn', Icon: TriangleAlert },
  info: { tone: 'info', Icon: Info },
} as const;

/** Returns the check's message in the reader's language, or in English where there is no translation. */
export function textOfCheck(check: Check, t: TFunction<'navigator'>, language: string): string {
  const { code, text, message } = check;
  if (code === 'CONFLICT') return t('conflict.open');
  if (text === undefined) return message;
  const values =
    code === 'NOT_FITTING' ? text.values.map((value) => optionsIn(check.path, String(value), t)) : text.values;
  return t(`check.${text.key}`, { defaultValue: message, ...interpolationOf(values, language) });
}

/** Returns a list of a field's options with the name of each in the reader's language. */
function optionsIn(path: string, list: string, t: TFunction<'navigator'>): string {
  const place = parsePath(path);
  if (place?.is !== 'field' || place.field.kind.is !== 'choice') return list;
  const { key, kind } = place.field;
  // The longest first: an option may contain another one, and a comma.
  const longest = kind.options.toSorted((a, b) => b.length - a.length).map(escaped);
  return list.replace(new RegExp(longest.join('|'), 'g'), (option) =>
    t(`option.${key}.${option}`, { defaultValue: option }),
  );
}

/** Returns the pattern of exactly this text. */
function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/**
 * Check results of one path, except those the field itself shows: missing, unreadable or in conflict. What is not there
 * yet is no error before the user has had a chance to add it.
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
          {isUnreadable(check)
            ? t('unreadable', { text: check.message, interpolation: { escapeValue: false } })
            : textOfCheck(check, t, i18n.language)}
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
