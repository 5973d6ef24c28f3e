/** An entry of the knowledge base, as retrieval and answers use it. */
export interface KnowledgeEntry {
  id: string;
  large: string;
  medium: string;
  small: string;
  question: string;
  /** Other phrasings of the question. They have the largest effect on finding the right entry. */
  alternatives: string[];
  answer: string;
  keywords: string[];
  urls: string[];
  /** Only published entries are used in answers; the others await an expert's check. */
  status: 'published' | 'needs_check';
  /** Set when it was never published, and does not come with the product: it changes no answer. */
  isDraft?: true;
  /** The same in Korean. */
  ko?: { question: string; answer: string; alternatives: string[] };
}

/** Returns the path of an entry's category, such as "Testing / Ageing". */
export function categoryOf({ large, medium, small }: Pick<KnowledgeEntry, 'large' | 'medium' | 'small'>): string {
  return [large, medium, small].filter((part) => part !== '').join(' / ');
}

/** Returns the question and the answer of an entry in one language, or in the other where it lacks that one. */
export function textsIn(entry: KnowledgeEntry, inKorean: boolean): { question: string; answer: string } {
  if (entry.ko === undefined) return entry;
  const [first, other] = inKorean ? [entry.ko, entry] : [entry, entry.ko];
  // A device may have an entry's answer in one language only, see `saved-knowledge.ts`.
  return first.answer === '' ? other : first;
}
