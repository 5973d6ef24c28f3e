import { claimQuoteChars, type FileClaim } from '../../chat/file-claims.ts';
import type { TextPage } from '../../ground/file-text.ts';
import { cutText } from '../../ground/text.ts';
import { sentencesOf, type Sentence } from './claims.ts';
import { claimKinds, type ClaimKind } from '../data/claim.ts';

/** Maximum number of claims of a kind in a file. */
export const claimsPerKind = 8;

/** Collects the claims of a file, page by page. */
export class ClaimsInFile {
  /**
   * Claims by kind; then by value and the chemistries beside it: a claim that is repeated counts where it stands first.
   */
  readonly #claims = new Map<ClaimKind, Map<string, FileClaim>>(claimKinds.map((kind) => [kind, new Map()]));

  add({ page, text }: TextPage): void {
    for (const sentence of sentencesOf(text)) {
      if (sentence.isAboutOthers) continue;
      const named = sentence.claims.flatMap(({ kind, value }) => (kind === 'chemistry' ? [String(value)] : []));
      const chemistries = [...new Set(named)].sort();
      for (const { at, ...claim } of sentence.claims) {
        const { kind, value } = claim;
        if (kind === 'temperature' && !sentence.isAboutTests) continue;
        const key = [value, ...chemistries].join(' ');
        const known = this.#claims.get(kind);
        if (known === undefined || known.has(key) || known.size > claimsPerKind) continue;
        known.set(key, { ...claim, page, quote: quoteOf(sentence, at), chemistries });
      }
    }
  }

  /** Returns the claims. A file with many different ones of a kind is a list, as of a supplier, and claims none of them. */
  done(): FileClaim[] {
    const few = [...this.#claims.values()].filter(({ size }) => size <= claimsPerKind);
    return few.flatMap((known) => [...known.values()]);
  }
}

/** Characters of a sentence that are quoted before a claim. */
const quotedBefore = 40;

/** Returns the words around an index of a sentence. */
function quoteOf({ text }: Sentence, at: number): string {
  const space = at > quotedBefore ? text.indexOf(' ', at - quotedBefore) : -1;
  const from = at > quotedBefore ? Math.min(at, space < 0 ? at : space + 1) : 0;
  const quoted = text.slice(from).trimStart();
  const cut = cutText(from === 0 ? quoted : `…${quoted}`, claimQuoteChars, '…');
  return cut.replace(/\s+/g, ' ').trim();
}
