import type { CitedText } from './verify.ts';

/**
 * Removes images, links and HTML from an answer of a model, and addresses that no source has. Otherwise the author of a
 * source could make readers load, or open, an address that contains words of others. Each pattern stops at the next
 * sign of its own kind, so that the time is linear in the text.
 */

const html = /<\/?[a-z!?][^<>]*>/gi;
const linkOrImage = /!?\[([^[\]]*)\]\([^()\s]*(?:\s[^()]*)?\)/g;
const reference = /^[ \t]*\[[^[\]\n]*\]:.*$/gm;
const address = /\b(?:[a-z][a-z\d+.-]{1,20}:\/\/|www\.|mailto:)[^\s<>"'()[\]]+/gi;

/** Maximum number of passes that remove markup: markup within other markup appears only then. The rest is taken apart. */
const passesMost = 8;

/** @param sources what the answer may cite; their addresses may stay, as text */
export function withoutMarkup(text: string, sources: readonly CitedText[]): string {
  let plain = text.replace(reference, '');
  for (let pass = 0; pass < passesMost; pass += 1) {
    const next = plain.replace(html, '').replace(linkOrImage, textOfLink);
    if (next === plain) break;
    plain = next;
  }
  const apart = plain
    .replaceAll('](', '] (')
    .replaceAll('![', '! [')
    .replace(/<(?=[a-z/!?])/gi, '< ');
  return apart.replace(address, (found) => (sources.some((source) => source.text.includes(found)) ? found : ''));
}

/** A link on a number is a citation with its address. */
function textOfLink(link: string, label: string): string {
  if (link.startsWith('!')) return '';
  return /^\d{1,3}$/.test(label) ? `[${label}]` : label;
}
