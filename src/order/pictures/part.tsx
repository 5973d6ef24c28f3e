import { createContext, useContext, type KeyboardEvent, type ReactNode, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { sentenceOfPart, type PartText } from './part-texts.ts';
import styles from './picture.module.css';

/** State of the card that the parts of a picture read. */
interface PartsContext {
  /** Path of the field that has the focus; its parts are lit. */
  lit: string | undefined;
  /** Key of the part that the Tab key reaches; the arrow keys move it. */
  reached: string | undefined;
  /** Whether choosing a part leads to its field. */
  leads: boolean;
  /** Events of every part, handled by the card. */
  events: PartEvents;
}

export interface PartEvents {
  onClick?: (event: SyntheticEvent) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  onFocus?: (event: SyntheticEvent) => void;
  onBlur?: () => void;
  onPointerEnter?: (event: SyntheticEvent) => void;
  onPointerLeave?: () => void;
}

const Parts = createContext<PartsContext>({ lit: undefined, reached: undefined, leads: false, events: {} });
export const PartsProvider = Parts.Provider;

interface PartProps {
  /** Identifies the part in its picture. */
  id: string;
  /** Text of the part; without it, only the shape is drawn. */
  text: PartText | undefined;
  children: ReactNode;
}

/**
 * Part of a picture: a shape that names its field and value under the pointer or the focus, and leads to the field when
 * it is chosen. The card around it handles the events.
 */
export function Part({ id, text, children }: PartProps) {
  const { t } = useTranslation('navigator');
  const { lit, reached, leads, events } = useContext(Parts);
  if (text === undefined) return <g>{children}</g>;
  return (
    <g
      className={styles.part}
      data-part={id}
      data-lit={lit === text.path || undefined}
      data-typical={text.isTypical || undefined}
      role={leads ? 'button' : 'img'}
      tabIndex={reached === id ? 0 : -1}
      aria-label={sentenceOfPart(t, text)}
      {...events}
    >
      {children}
    </g>
  );
}

/** Part of a picture that is a text or a dimension line instead of a shape. */
export function HtmlPart({ id, text, className, children }: PartProps & { className: string | undefined }) {
  const { t } = useTranslation('navigator');
  const { lit, reached, leads, events } = useContext(Parts);
  if (text === undefined) return <span className={className}>{children}</span>;
  const said = {
    className: `${styles.part} ${className}`,
    'data-part': id,
    'data-lit': lit === text.path || undefined,
    'data-typical': text.isTypical || undefined,
    ...events,
  };
  if (!leads) return <span {...said}>{children}</span>;
  return (
    <button type="button" tabIndex={reached === id ? 0 : -1} aria-label={sentenceOfPart(t, text)} {...said}>
      {children}
    </button>
  );
}
