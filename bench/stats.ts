/** The quantile of the figures at this share, 0 to 1. */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export function median(figures: readonly number[]): number {
  return quantile(figures, 0.5);
}

function ms(figure: number): string {
  return figure >= 1000 ? `${(figure / 1000).toFixed(2)} s` : `${figure.toFixed(figure < 10 ? 2 : 0)} ms`;
}

export function amount(figure: number, unit: 'ms' | 'bytes' | 'KB'): string {
  if (unit === 'ms') return ms(figure);
  return unit === 'KB' ? `${figure.toFixed(1)} KB` : `${figure.toFixed(0)} B`;
}

export function ratio(ours: number, theirs: number): string {
  return `${(ours / theirs).toFixed(2)}x`;
}
