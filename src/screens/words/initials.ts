/** At most two letters for a round picture: "Ada Lovelace" is AL. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const first = firstOf(words[0] ?? '') ?? '?';
  const last = words.length > 1 ? (firstOf(words.at(-1) ?? '') ?? '') : '';
  return (first + last).toUpperCase();
}

/** A letter outside the first plane is two units of a text; half of it would be drawn as a box. */
function firstOf(word: string): string | undefined {
  const [first] = word;
  return first;
}
