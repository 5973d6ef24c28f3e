import { fileURLToPath } from 'node:url';

/** The fonts of our documents, embedded letter by letter as they are used, so that names keep their writing. */

export type FontName = 'plain' | 'bold' | 'hangul' | 'hangulBold';

export const fontFiles: Record<FontName, string> = {
  plain: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')),
  bold: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')),
  hangul: fileURLToPath(import.meta.resolve('@fontsource/nanum-gothic/files/nanum-gothic-korean-400-normal.woff')),
  hangulBold: fileURLToPath(import.meta.resolve('@fontsource/nanum-gothic/files/nanum-gothic-korean-700-normal.woff')),
};

/** What stands for a letter that no font of ours has. */
export const unknownLetter = '□';

/** One stretch of a text in one font. */
export interface Run {
  font: FontName;
  text: string;
}

/**
 * Cuts a text into stretches that one font can write; what none can is shown as a box.
 * @param has whether a font has a letter
 */
export function runsOf(text: string, bold: boolean, has: (font: FontName, codePoint: number) => boolean): Run[] {
  const [first, second] = bold ? (['bold', 'hangulBold'] as const) : (['plain', 'hangul'] as const);
  const runs: Run[] = [];
  // Composed letters, so that an accent is in the same font as what it stands on.
  for (const letter of text.normalize('NFC')) {
    const font = [first, second].find((each) => has(each, letter.codePointAt(0) ?? 0));
    const known: Run = { font: font ?? first, text: font === undefined ? unknownLetter : letter };
    const last = runs.at(-1);
    if (last?.font === known.font) last.text += known.text;
    else runs.push(known);
  }
  return runs;
}
