/** The white paper's PDF is laid out three times: for phones, for tablets, and for everything wider. */
export type PaperLayout = 'mobile' | 'tablet' | 'desktop';

/** The layout for a window so many pixels wide: up to 420 and up to 1024, both included. */
export function paperLayoutOf(width: number): PaperLayout {
  if (width <= 420) return 'mobile';
  return width <= 1024 ? 'tablet' : 'desktop';
}

/** Where the PDF lies. */
export function paperPath(layout: PaperLayout): string {
  return `/pdf/white-paper-${layout}.pdf`;
}
