import { expose } from 'comlink';
import type { Answer } from '#domain/chat.ts';
import type { KnowledgeEntry } from '#domain/knowledge.ts';
import { type Question, type RetrievalIndex, answerFrom, buildIndex, retrieve } from '#domain/retrieval/retrieve.ts';

/** The worker that answers from the knowledge saved on this device, by the same code as the server. */
export interface Search {
  /** Takes all saved entries in place of those it had; gives how many it answers from. */
  load(entries: KnowledgeEntry[]): number;
  /** Takes a question; gives the message's text and what it says about itself, or null while nothing is loaded. */
  ask(question: Question, about: { questionId: string; handoffAllowed: boolean }): SavedReply | null;
}

export interface SavedReply {
  content: string;
  answer: Answer;
}

let index: RetrievalIndex | undefined;
const nothingKnown = buildIndex([]);

const search: Search = {
  load(entries) {
    index = entries.length === 0 ? undefined : buildIndex(entries);
    return entries.filter((entry) => entry.status === 'published').length;
  },
  ask(question, about) {
    // Whoever is in danger needs no knowledge on the device.
    const found = retrieve(index ?? nothingKnown, question);
    return index === undefined && found.card === undefined ? null : answerFrom(found, about);
  },
};

expose(search);
