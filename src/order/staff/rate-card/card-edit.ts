import {
  differingRates,
  rateFiguresOf,
  problemsWithFigures,
  withFigure,
  type RateFigure,
} from '#domain/order/price/rate-card-figures.ts';
import type { RateCard } from '#domain/order/data/rate-card.ts';
import { readFigure, textOfFigure, type UnreadFigure } from './figure-text.ts';

/** An edit of the rate card as typed. It stays on this device until it is saved or undone. */
export interface CardEdit {
  /** Number of the version that the editor has seen; undefined until something is typed. */
  seen: number | undefined;
  /** Typed figures by path. */
  texts: Readonly<Record<string, string>>;
  note: string;
}

export const noEdit: CardEdit = { seen: undefined, texts: {}, note: '' };

/** Problem with a typed figure: the reason why it cannot be read, or a code of `problemsWithFigures`. */
type FigureProblem = UnreadFigure | 'AMOUNT' | 'SHARE' | 'FACTOR' | 'DISCOUNT' | 'SHAPE';

/** A figure with the text typed for it. */
export interface FigureRow extends RateFigure {
  text: string;
  /** The value as typed; undefined if the text cannot be read. */
  typed: number | undefined;
  problem: FigureProblem | undefined;
  isChanged: boolean;
  /** The value that the editor has seen, if another user has changed it since. */
  seen: number | undefined;
}

/** An edit on top of the current card. */
export interface EditedCard {
  rows: FigureRow[];
  /** The card with all readable figures. */
  card: RateCard;
  changes: number;
  problems: number;
}

/**
 * Applies an edit to the current card.
 * @param seen the card that the editor has seen, if it is an older one
 * @param language the language in which figures that were not typed are written
 */
export function editedCard(language: string, edit: CardEdit, current: RateCard, seen: RateCard = current): EditedCard {
  const readings = rateFiguresOf(current).map((figure) => {
    const text = edit.texts[figure.path];
    return { figure, text, reading: text === undefined ? { value: figure.value } : readFigure(figure.kind, text) };
  });
  const card = readings.reduce(
    (before, { figure, reading }) => ('value' in reading ? withFigure(before, figure.path, reading.value) : before),
    current,
  );
  // Of two problems, the first is shown: a share above 1 also costs more than that of fewer cells.
  const refused = new Map(
    problemsWithFigures(card)
      .toReversed()
      .map(({ path, code }) => [path, code as FigureProblem]),
  );
  const theirs = new Map(differingRates(seen, current).map(({ path, before }) => [path, before]));
  const rows = readings.map(({ figure, text, reading }): FigureRow => {
    const typed = 'value' in reading ? reading.value : undefined;
    return {
      ...figure,
      text: text ?? textOfFigure(language, figure.kind, figure.value),
      typed,
      problem: 'problem' in reading ? reading.problem : refused.get(figure.path),
      isChanged: typed !== figure.value,
      seen: theirs.get(figure.path),
    };
  });
  return {
    rows,
    card,
    changes: rows.filter(({ isChanged }) => isChanged).length,
    problems: rows.filter(({ problem }) => problem !== undefined).length,
  };
}

/** Returns an edit that gives the current card the figures of an earlier version. */
export function editTowards(language: string, edit: CardEdit, current: RateCard, version: RateCard): CardEdit {
  const texts = differingRates(current, version).flatMap(({ path, kind, after }) =>
    after === undefined ? [] : [[path, textOfFigure(language, kind, after)] as const],
  );
  return { ...edit, texts: Object.fromEntries(texts) };
}

/** Returns an edit with another text for a figure; undefined undoes it. */
export function withText(edit: CardEdit, path: string, text: string | undefined): CardEdit {
  const { [path]: _before, ...others } = edit.texts;
  return { ...edit, texts: text === undefined ? others : { ...others, [path]: text } };
}
