/** What was typed in a box and not sent. */
export interface Written {
  text: string;
  files: File[];
}

export const nothing: Written = { text: '', files: [] };

/** One behind the other: each text begins a line, the files follow each other. */
export function joined(...all: Written[]): Written {
  const texts = all.map(({ text }) => text).filter((text) => text !== '');
  return { text: texts.join('\n'), files: all.flatMap(({ files }) => files) };
}

/** Both, and once only what the two begin with. */
export function merged(theirs: Written, mine: Written): Written {
  const files = theirs.files.filter((file) => !mine.files.some((other) => isSameFile(file, other)));
  const text = mine.text.startsWith(theirs.text) ? '' : theirs.text;
  return joined({ text, files }, mine);
}

/** Whether the two say the same; a file that has been on the disk is another object. */
export function isSame(a: Written, b: Written): boolean {
  return (
    a.text === b.text &&
    a.files.length === b.files.length &&
    a.files.every((file, at) => isSameFile(file, b.files[at] as File))
  );
}

function isSameFile(a: File, b: File): boolean {
  return a.name === b.name && a.size === b.size && a.type === b.type && a.lastModified === b.lastModified;
}
