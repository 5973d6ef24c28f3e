/** The text of an attachment, or why there is none. It is untrusted: it is searched and quoted, and never decides anything. */

/** A part of a file's text. `page` is a page or slide number, or a sheet with its rows, such as `Cells!1:40`. */
export interface TextPage {
  page: number | string;
  text: string;
}

/** A row of a sheet with its cells as they are shown, from the first column on; an empty cell is empty text. */
export interface SheetRow {
  n: number;
  cells: string[];
}

/** The cells of a sheet. `name` is empty for a file that is one sheet. */
export interface FileSheet {
  name: string;
  rows: SheetRow[];
}

/** `sheets` has the cells of files that are sheets. Texts of earlier readings are without it. */
export type FileText = { pages: TextPage[]; sheets?: FileSheet[] } | { problem: FileProblem };

/** Reasons why the assistant has no text of a file: a sentence each. Translations: chat.json, under `fileProblem`. */
export const fileProblems = {
  image: '“{{name}}” is an image. The assistant does not look at images; experts can see it.',
  scanned: '“{{name}}” has no text that can be read, as in a scan. Experts can see it.',
  encrypted: '“{{name}}” is protected by a password, so it was not read.',
  broken: '“{{name}}” could not be read, because it is damaged or not what its name says.',
  tooLarge: '“{{name}}” was not read, because it takes too much memory.',
  tooLong: '“{{name}}” was not read, because it has too many pages or too much text.',
  unsupported: '“{{name}}” was not read. The assistant reads PDF, Word, Excel, PowerPoint, CSV and text files.',
  timedOut: '“{{name}}” was not read, because reading it takes too long.',
  notReady: '“{{name}}” could not be read in time. Ask again in a minute.',
};

export type FileProblem = keyof typeof fileProblems;

/** Returns the English sentence of a problem of this file. */
export function sentenceOf(problem: FileProblem, name: string): string {
  return fileProblems[problem].replace('{{name}}', () => name);
}
