import { useId, useRef, useState, type KeyboardEvent, type ReactNode, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { PartsProvider, type PartEvents } from './part.tsx';
import { sentenceOfPart, type PartText } from './part-texts.ts';
import basics from '../../ui/basics.module.css';
import styles from './picture.module.css';

/** A sentence on whether something fits; `bad` where it does not. */
export interface Verdict {
  tone: 'ok' | 'danger';
  text: string;
}

interface PictureCardProps {
  title: string;
  /** The scale, in words. */
  scale: string;
  verdicts: readonly Verdict[];
  /** Description of the picture for a screen reader. */
  said: string;
  /** Parts in the order in which the arrow keys visit them, by id. */
  parts: Readonly<Record<string, PartText | undefined>>;
  /** Path of the field that has the focus. */
  lit: string | undefined;
  /** Called with the path of a chosen part's field; without it, parts only say what they are. */
  onChoose: ((path: string) => void) | undefined;
  /** Values shown beside the picture. */
  aside?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}

/** Card with one picture: its scale, its verdicts, a line that says the part under pointer or focus, and a table. */
export function PictureCard({ title, scale, verdicts, said, parts, lit, onChoose, ...more }: PictureCardProps) {
  const { t } = useTranslation('navigator');
  const id = useId();
  const { drawing, shown, reachable, events } = useParts(parts, onChoose);
  const text = parts[shown ?? ''] ?? Object.values(parts).find((each) => each !== undefined && each.path === lit);
  return (
    <section className={styles.card} data-wide={more.wide} aria-labelledby={`${id}-title`}>
      <header className={styles.head}>
        <h3 id={`${id}-title`}>{title}</h3>
        <p className={basics.note}>{scale}</p>
        {verdicts.map(({ tone, text: verdict }) => (
          <p key={verdict} className={styles.verdict} data-tone={tone}>
            {verdict}
          </p>
        ))}
      </header>
      <VisuallyHidden>
        <span id={`${id}-said`}>{said}</span>
      </VisuallyHidden>
      <fieldset
        ref={drawing}
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-said`}
        className={styles.drawing}
      >
        <PartsProvider value={{ lit, reached: reachable, leads: onChoose !== undefined, events }}>
          {more.children}
        </PartsProvider>
      </fieldset>
      {more.aside}
      <p className={styles.readout} aria-hidden>
        {text === undefined
          ? t(onChoose === undefined ? 'pictures.pointRead' : 'pictures.point')
          : sentenceOfPart(t, text)}
      </p>
      <details className={styles.table}>
        <summary>{t('pictures.table')}</summary>
        <PartTable title={title} parts={Object.values(parts).filter((each) => each !== undefined)} />
      </details>
    </section>
  );
}

/**
 * Follows the pointer and the focus over the parts of a drawing; the arrow keys move between them.
 * @returns the part under pointer or focus, and the one that Tab reaches
 */
function useParts(parts: PictureCardProps['parts'], onChoose: PictureCardProps['onChoose']) {
  const [shown, setShown] = useState<string>();
  const [reached, setReached] = useState<string>();
  const ids = Object.keys(parts).filter((key) => parts[key] !== undefined);
  const drawing = useRef<HTMLFieldSetElement>(null);
  const reachable = reached !== undefined && ids.includes(reached) ? reached : ids[0];
  const choose = (event: SyntheticEvent) => {
    const path = parts[partAt(event.target) ?? '']?.path;
    if (path !== undefined && onChoose !== undefined) onChoose(path);
    return path !== undefined && onChoose !== undefined;
  };
  const shapeOf = (part: string) =>
    drawing.current?.querySelector<SVGElement>(`[data-part="${CSS.escape(part)}"]`) ?? undefined;
  const handleKey = (event: KeyboardEvent) => {
    const here = partAt(event.target);
    if (here === undefined) return;
    if (event.key === 'Enter' || event.key === ' ') {
      if (choose(event)) event.preventDefault();
      return;
    }
    // Some figures stand only in the table: no shape shows them.
    const shapes = ids.filter((each) => shapeOf(each) !== undefined);
    const next = nextOf(shapes, here, event.key);
    if (next === undefined) return;
    event.preventDefault();
    shapeOf(next)?.focus();
  };
  const events: PartEvents = {
    onClick: choose,
    onKeyDown: handleKey,
    onFocus: ({ target }) => {
      setShown(partAt(target));
      setReached(partAt(target));
    },
    onBlur: () => setShown(undefined),
    onPointerEnter: ({ currentTarget }) => setShown(partAt(currentTarget)),
    onPointerLeave: () => setShown(undefined),
  };
  return { drawing, shown, reachable, events };
}

function PartTable({ title, parts }: { title: string; parts: readonly PartText[] }) {
  const { t } = useTranslation('navigator');
  const rows = new Map(parts.map((part) => [`${part.name} ${part.value}`, part]));
  return (
    <table>
      <caption>
        <VisuallyHidden>{title}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('pictures.columns.name')}</th>
          <th scope="col">{t('pictures.columns.value')}</th>
          <th scope="col">{t('pictures.columns.from')}</th>
        </tr>
      </thead>
      <tbody>
        {[...rows].map(([key, { name, value, formula, basis, isTypical }]) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td>{value}</td>
            <td>{formula ?? basis ?? t(isTypical ? 'pictures.fromTypical' : 'pictures.fromOrder')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Returns the id of the part that an event happened in. */
function partAt(target: EventTarget): string | undefined {
  const part = target instanceof Element ? target.closest('[data-part]') : null;
  return part?.getAttribute('data-part') ?? undefined;
}

/** Returns the part that an arrow key leads to; undefined for other keys. */
function nextOf(ids: readonly string[], here: string, key: string): string | undefined {
  const at = ids.indexOf(here);
  if (key === 'Home') return ids[0];
  if (key === 'End') return ids.at(-1);
  if (key === 'ArrowRight' || key === 'ArrowDown') return ids[(at + 1) % ids.length];
  if (key === 'ArrowLeft' || key === 'ArrowUp') return ids.at(at - 1);
  return undefined;
}
