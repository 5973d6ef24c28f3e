import type { RetrievalIndex } from '#domain/assistant/retrieval/retrieve.ts';
import type { Answering } from '../answering/answering.ts';
import type { Bus } from '../bus/bus.ts';
import type { Config } from '../config.ts';
import type { OpenHints } from '../feed/hints.ts';
import type { FileTexts } from '../file-text/file-texts.ts';
import type { Log } from '../log.ts';
import type { SavedSettings } from '../store/knowledge/assistant-settings.ts';
import type { Db } from '../store/system/db.ts';

/** Dependencies of routes and sockets. */
export interface Deps {
  config: Config;
  db: Db;
  bus: Bus;
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
  hints: OpenHints;
  log: Log;
  /** Folder of the built app; undefined in tests of the API. */
  distDir?: string;
}
