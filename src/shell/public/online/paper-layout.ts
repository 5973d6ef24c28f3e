/** Layouts of the white paper's PDF: for phones, tablets and wider windows. */
export type PaperLayout = 'mobile' | 'tablet' | 'desktop';

/** Returns the layout for a window width in pixels: mobile up to 420, tablet up to 1024. */
export function paperLayoutOf(width: number): PaperLayout {
  if (width <= 420) return 'mobile';
  return width <= 1024 ? 'tablet' : 'desktop';
}

/** Returns the path of the PDF. */
export function paperPath(layout: PaperLayout): string {
  return `/pdf/white-paper-${layout}.pdf`;
}
