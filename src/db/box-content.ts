/** Unsent content of a box. */
export interface BoxContent {
  text: string;
  files: File[];
}

export const emptyBox: BoxContent = { text: '', files: [] };

/** Joins contents: each text starts on a new line, files are concatenated. */
export function joinContents(...all: BoxContent[]): BoxContent {
  const texts = all.map(({ text }) => text).filter((text) => text !== '');
  return { text: texts.join('\n'), files: all.flatMap(({ files }) => files) };
}

/** Merges two contents. Text that both have is kept once: that one begins with the other, or ends with it. */
export function mergeContents(theirs: BoxContent, mine: BoxContent): BoxContent {
  const files = theirs.files.filter((file) => !mine.files.some((other) => isSameFile(file, other)));
  if (`\n${theirs.text}`.endsWith(`\n${mine.text}`)) return { text: theirs.text, files: [...files, ...mine.files] };
  const text = mine.text.startsWith(theirs.text) ? '' : theirs.text;
  return joinContents({ text, files }, mine);
}

/**
 * Whether two contents are equal. Files are compared by name, size, type and time, because a saved file is another
 * object.
 */
export function isSameContent(a: BoxContent, b: BoxContent): boolean {
  return (
    a.text === b.text &&
    a.files.length === b.files.length &&
    a.files.every((file, at) => isSameFile(file, b.files[at] as File))
  );
}

function isSameFile(a: File, b: File): boolean {
  return a.name === b.name && a.size === b.size && a.type === b.type && a.lastModified === b.lastModified;
}
