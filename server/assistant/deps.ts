import type { RetrievalIndex } from '#domain/assistant/retrieval/retrieve.ts';
import type { FileTexts } from '../file-text/file-texts.ts';
import type { Deps } from '../spine/routes/deps.ts';
import type { Answering } from './answering/answering.ts';
import type { SavedSettings } from './store/assistant-settings.ts';

/** Dependencies of the assistant's routes. */
export interface AssistantDeps extends Deps {
  /** Returns the current knowledge base. */
  knowledge: () => RetrievalIndex;
  /** Returns the assistant's settings in force. */
  assistantSettings: () => SavedSettings;
  answering: Answering;
  /** Reads the knowledge base again after a change; other processes do so too. */
  reloadKnowledge: () => Promise<void>;
  /** Resolves when this process answers from what is stored now. */
  knowledgeIsCurrent: () => Promise<void>;
  fileTexts: Pick<FileTexts, 'textsOf'>;
}
