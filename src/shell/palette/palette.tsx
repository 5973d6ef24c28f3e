import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { isComposing } from '../../ui/form/composing.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Options } from './options.tsx';
import { usePaletteEntries, type PaletteEntry, type PalettePage } from './palette-entries.ts';
import styles from './palette.module.css';
import { searchChars } from '#domain/ground/search-input.ts';

interface PaletteProps {
  /** Returns what was typed before the palette's field had the focus, once; from then on it gets the keys itself. */
  takeTyped: () => string;
  /** The pages of the menu that the user may open. */
  pages: readonly PalettePage[];
  onClose: () => void;
}

/** Finds pages, conversations, rooms and orders by words, and opens them, with the keyboard alone. */
export function Palette(props: PaletteProps) {
  const { t } = useTranslation();
  return (
    <Dialog open onClose={props.onClose} title={t('palette.title')}>
      <Finder {...props} />
    </Dialog>
  );
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function Finder({ pages, takeTyped, onClose }: PaletteProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<PaletteEntry>();
  const entries = usePaletteEntries(query, pages);
  // Not by its place: results of the server come later, and move the others.
  const active = Math.max(
    0,
    entries.findIndex(({ kind, id: each }) => kind === chosen?.kind && each === chosen.id),
  );
  useEffect(() => input.current?.focus(), []);
  const open = (at: number) => {
    const entry = entries[at];
    if (entry === undefined) return;
    onClose();
    void navigate(entry.to);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const step = steps[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (step === undefined) open(active);
    else setChosen(entries[(active + step + entries.length) % Math.max(1, entries.length)]);
  };
  return (
    <>
      <input
        ref={input}
        className={styles.input}
        type="search"
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={entries.length === 0 ? undefined : `${id}-${active}`}
        aria-label={t('palette.label')}
        placeholder={t('palette.label')}
        maxLength={searchChars}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setChosen(undefined);
        }}
        onFocus={() => setQuery(query + takeTyped())}
        onKeyDown={handleKeyDown}
      />
      <output className={styles.status}>{entries.length === 0 && t('palette.none', { query })}</output>
      <Options id={id} entries={entries} active={active} onChoose={open} />
    </>
  );
}
