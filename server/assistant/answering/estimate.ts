/** Returns about how many tokens a text has, for endpoints that do not say: four Latin letters, or one of other scripts. */
export function estimated(text: string): number {
  // oxlint-disable-next-line no-control-regex
  const others = text.replace(/[\u0000-\u024f]/g, '').length;
  return Math.ceil((text.length - others) / 4 + others);
}
