/** Returns at most two initials for an avatar: "AL" for "Ada Lovelace"; "?" for an empty name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const first = firstOf(words[0] ?? '') ?? '?';
  const last = words.length > 1 ? (firstOf(words.at(-1) ?? '') ?? '') : '';
  return (first + last).toUpperCase();
}

/** Returns the first code point: a character outside the BMP has two UTF-16 units, and one alone renders as a box. */
function firstOf(word: string): string | undefined {
  const [first] = word;
  return first;
}
