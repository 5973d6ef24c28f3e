import type { KnowledgeEntry } from '../../ground/knowledge.ts';
import type { KnowledgeColumns } from './knowledge.ts';

/** A published entry as devices store it: what retrieval needs, and where its facts are from. */
export interface SavedEntry extends KnowledgeEntry {
  /** Named sources of the facts. */
  sources: string[];
  /** Day of the last change, as YYYY-MM-DD. */
  changedOn: string;
  /** Day after which the facts may be out of date, as YYYY-MM-DD. */
  checkBy?: string;
  /** Day on which our editors checked the facts against the sources, as YYYY-MM-DD. */
  checkedOn?: string;
}

export type KnowledgeLanguage = 'en' | 'ko';

/** A state of the knowledge base: the server's epoch, and the numbers of the last change and of the assistant's settings. */
export interface KnowledgeState {
  epoch: string;
  revision: number;
  settings: number;
}

/** Languages of the entries: all of them or, when that is too much for a device, what a reader of one needs. */
export type KnowledgeExtent = 'all' | KnowledgeLanguage;

/** Returns the name of what a device has of this state. */
export function stampOf({ epoch, revision }: Omit<KnowledgeState, 'settings'>, extent: KnowledgeExtent): string {
  return `${epoch}.${extent}.${revision}`;
}

/** Returns the revision in a stamp; undefined if the stamp is of another server. */
export function revisionOf(
  stamp: string,
  { epoch }: Pick<KnowledgeState, 'epoch'>,
  extent: KnowledgeExtent,
): number | undefined {
  const start = `${epoch}.${extent}.`;
  const number = stamp.slice(start.length);
  return stamp.startsWith(start) && /^\d{1,15}$/.test(number) ? Number(number) : undefined;
}

/**
 * Whether a device with this stamp and these settings lacks changes up to a state. The stamp of a user who may have no
 * entries is empty.
 */
export function lacksChanges(
  { stamp, settings = 0 }: { stamp: string | undefined; settings?: number | undefined },
  state: KnowledgeState,
): boolean {
  if (stamp === undefined || settings < state.settings) return true;
  if (stamp === '') return false;
  return !knowledgeExtents.some((extent) => (revisionOf(stamp, state, extent) ?? -1) >= state.revision);
}

export const knowledgeExtents: readonly KnowledgeExtent[] = ['all', 'en', 'ko'];

/** English phrasings that a reader of Korean gets; the first ones are the most usual. */
const foreignPhrasings = 6;

/**
 * Returns what a device needs of an entry if its user reads only this language. With Korean, questions in English are
 * found too, because engineers mix both.
 */
export function entryInLanguage(entry: SavedEntry, language: KnowledgeLanguage): SavedEntry {
  const { ko, ...english } = entry;
  if (language === 'en') return english;
  if (ko === undefined) return entry;
  return { ...entry, answer: '', alternatives: entry.alternatives.slice(0, foreignPhrasings) };
}

/** Converts entries to the columns of the wire format. */
export function columnsOf(entries: readonly SavedEntry[]): KnowledgeColumns {
  return {
    id: entries.map(({ id }) => id),
    large: entries.map(({ large }) => large),
    medium: entries.map(({ medium }) => medium),
    small: entries.map(({ small }) => small),
    question: entries.map(({ question }) => question),
    alternatives: entries.map(({ alternatives }) => alternatives),
    answer: entries.map(({ answer }) => answer),
    keywords: entries.map(({ keywords }) => keywords),
    urls: entries.map(({ urls }) => urls),
    sources: entries.map(({ sources }) => sources),
    changedOn: entries.map(({ changedOn }) => changedOn),
    checkBy: entries.map(({ checkBy }) => checkBy ?? null),
    checkedOn: entries.map(({ checkedOn }) => checkedOn ?? null),
    koQuestion: entries.map(({ ko }) => ko?.question ?? null),
    koAlternatives: entries.map(({ ko }) => ko?.alternatives ?? []),
    koAnswer: entries.map(({ ko }) => ko?.answer ?? null),
  };
}

/** Converts columns of the wire format to entries. */
export function entriesOf(columns: KnowledgeColumns): SavedEntry[] {
  return columns.id.map((id, at) => {
    const checkBy = columns.checkBy[at] ?? undefined;
    const checkedOn = columns.checkedOn?.[at] ?? undefined;
    const ko = koreanAt(columns, at);
    return {
      id,
      large: columns.large[at] ?? '',
      medium: columns.medium[at] ?? '',
      small: columns.small[at] ?? '',
      question: columns.question[at] ?? '',
      alternatives: columns.alternatives[at] ?? [],
      answer: columns.answer[at] ?? '',
      keywords: columns.keywords[at] ?? [],
      urls: columns.urls[at] ?? [],
      sources: columns.sources[at] ?? [],
      changedOn: columns.changedOn[at] ?? '',
      status: 'published' as const,
      ...(checkBy === undefined ? {} : { checkBy }),
      ...(checkedOn === undefined ? {} : { checkedOn }),
      ...(ko === undefined ? {} : { ko }),
    };
  });
}

function koreanAt(columns: KnowledgeColumns, at: number): KnowledgeEntry['ko'] {
  const question = columns.koQuestion[at] ?? undefined;
  const answer = columns.koAnswer[at] ?? undefined;
  if (question === undefined || answer === undefined) return undefined;
  return { question, answer, alternatives: columns.koAlternatives[at] ?? [] };
}
