import { fileURLToPath } from 'node:url';

/** Fonts of our documents. Only used glyphs are embedded, so that names in any script are shown. */

export type FontName = 'plain' | 'bold' | 'hangul' | 'hangulBold';

export const fontFiles: Record<FontName, string> = {
  plain: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')),
  bold: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')),
  hangul: fileURLToPath(import.meta.resolve('@fontsource/nanum-gothic/files/nanum-gothic-korean-400-normal.woff')),
  hangulBold: fileURLToPath(import.meta.resolve('@fontsource/nanum-gothic/files/nanum-gothic-korean-700-normal.woff')),
};

/** Replaces a letter that none of our fonts has. */
export const unknownLetter = '□';

/** A part of a text in one font. */
export interface Run {
  font: FontName;
  text: string;
}

/**
 * Splits a text into parts that one font can render. Letters that no font has are shown as a box.
 * @param has whether a font has a letter
 */
export function runsOf(text: string, bold: boolean, has: (font: FontName, codePoint: number) => boolean): Run[] {
  const [first, second] = bold ? (['bold', 'hangulBold'] as const) : (['plain', 'hangul'] as const);
  const runs: Run[] = [];
  // Composed (NFC), so that an accent is in the font of its letter.
  for (const letter of text.normalize('NFC')) {
    const font = [first, second].find((each) => has(each, letter.codePointAt(0) ?? 0));
    const known: Run = { font: font ?? first, text: font === undefined ? unknownLetter : letter };
    const last = runs.at(-1);
    if (last?.font === known.font) last.text += known.text;
    else runs.push(known);
  }
  return runs;
}
