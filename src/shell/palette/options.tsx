import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import History from 'lucide-react/icons/history';
import MessageCircle from 'lucide-react/icons/message-circle';
import PanelTop from 'lucide-react/icons/panel-top';
import type { PaletteEntry } from './palette-entries.ts';
import styles from './palette.module.css';

interface OptionsProps {
  /** Beginning of the ids of the elements. */
  id: string;
  /** Of one kind after the other. */
  entries: readonly PaletteEntry[];
  active: number;
  onChoose: (index: number) => void;
}

const icons = {
  page: <PanelTop aria-hidden />,
  conversation: <History aria-hidden />,
  room: <MessageCircle aria-hidden />,
  order: <ClipboardList aria-hidden />,
};

/** Roles of the combobox pattern: the native elements would take the focus from the box. */
const roles = { list: { role: 'listbox' }, group: { role: 'group' } } as const;

function optionRole(isActive: boolean) {
  return { role: 'option', 'aria-selected': isActive } as const;
}

/** List of found entries under the headings of their kinds. The focus stays in the box above. */
export function Options({ id, entries, active, onChoose }: OptionsProps) {
  const { t } = useTranslation();
  useEffect(() => {
    document.querySelector(`#${CSS.escape(`${id}-${active}`)}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  const kinds = [...new Set(entries.map(({ kind }) => kind))];
  return (
    <div {...roles.list} id={`${id}-list`} aria-label={t('palette.results')}>
      {kinds.map((kind) => (
        <div key={kind} {...roles.group} aria-label={t(`palette.${kind}`)}>
          <div className={styles.kind} aria-hidden>
            {t(`palette.${kind}`)}
          </div>
          {entries.map((entry, index) =>
            entry.kind === kind ? (
              <button
                key={`${kind} ${entry.id}`}
                id={`${id}-${index}`}
                type="button"
                {...optionRole(index === active)}
                tabIndex={-1}
                className={styles.option}
                onClick={() => onChoose(index)}
              >
                {icons[kind]}
                <span className={styles.text}>
                  <span className={styles.title} dir="auto">
                    {entry.title}
                  </span>
                  {entry.detail !== '' && (
                    <span className={styles.detail} dir="auto">
                      {entry.detail}
                    </span>
                  )}
                </span>
              </button>
            ) : null,
          )}
        </div>
      ))}
    </div>
  );
}
