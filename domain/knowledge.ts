/** One entry of the knowledge base, as retrieval and answers use it. */
export interface KnowledgeEntry {
  id: string;
  large: string;
  medium: string;
  small: string;
  question: string;
  /** Other ways people ask the same. The largest lever on finding the right entry. */
  alternatives: string[];
  answer: string;
  keywords: string[];
  urls: string[];
  /** Only published entries are answered from; the others wait for an expert's check. */
  status: 'published' | 'needs_check';
}
