import type { DrawnDoc } from '#domain/order/pictures/drawn-doc.ts';
import type { PartTexts } from './part-texts.ts';

/** Props of every picture of a cell. */
export interface PictureProps {
  drawn: DrawnDoc;
  texts: PartTexts;
  /** Path of the field that has the focus; its parts are lit. */
  lit: string | undefined;
  /** Called with the path of a chosen part's field; undefined where nothing can be edited. */
  onChoose: ((path: string) => void) | undefined;
}
