import { useId, type KeyboardEvent, type ReactNode } from 'react';
import styles from './tabs.module.css';

interface TabsProps {
  label: string;
  tabs: readonly { id: string; label: ReactNode }[];
  current: string;
  onSelect: (id: string) => void;
  /** The current tab's content. */
  children: ReactNode;
}

/** Tabs with arrow keys; the caller renders the current one's content. */
export function Tabs({ label, tabs, current, onSelect, children }: TabsProps) {
  const id = useId();
  const handleKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const at = tabs.findIndex((tab) => tab.id === current);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    onSelect(next.id);
    document.getElementById(`${id}-${next.id}`)?.focus();
  };
  return (
    <div className={styles.tabs}>
      <div role="tablist" tabIndex={-1} aria-label={label} className={styles.list} onKeyDown={handleKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${id}-${tab.id}`}
            type="button"
            role="tab"
            className={styles.tab}
            aria-selected={tab.id === current}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === current ? 0 : -1}
            onClick={() => onSelect(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`}>
        {children}
      </div>
    </div>
  );
}
