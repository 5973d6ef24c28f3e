/**
 * Marks that `MarkedText` does not show. Each pattern looks at a line, and its parts exclude each other, so that
 * matching stays linear.
 */
const signs: readonly RegExp[] = [
  // a code block
  /^ {0,3}(?:```|~~~)/m,
  // a heading
  /^#{1,6} +\S/m,
  // the second line of a table
  /^ {0,3}\|?(?=[ :]*-)[ :-]*\|[ |:-]*$/m,
  // a nested list
  /^(?: {2,}|\t)(?:[-*•]|\d{1,9}[.)]) +\S/m,
  // a quotation
  /^> /m,
  // a link or an image
  /\]\(\S/,
  // a formula
  /\$\$|\\[([]|\$(?=[^\s$])[^$\n\\^_]*[\\^_][^$\n]*\$/,
];

/** Whether a text has marks of Markdown that need the chunk `rich-text.tsx`. */
export function needsRichText(content: string): boolean {
  return content.length <= longest && signs.some((sign) => sign.test(content));
}

/** Longer texts are shown plain. */
const longest = 20_000;
