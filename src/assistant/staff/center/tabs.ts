import type { ComponentType } from 'react';
import { FinderTab } from '../finder/finder-tab.tsx';
import { Categories } from './categories.tsx';
import { Documents } from './documents.tsx';
import { QuestionSet } from './question-set.tsx';
import { RetrievalTest } from './retrieval-test.tsx';
import { SettingsTab } from '../settings/settings-tab.tsx';
import { SyncTab } from './sync-tab.tsx';

interface CenterTab {
  /** Last part of the address; the first tab has none. Its name is `tabs.<name>` in center.json. */
  name: string;
  path: string;
  Content: ComponentType;
}

/** Parts of the knowledge center, in the order of their tabs. To add one: its row here, and its name in center.json. */
export const centerTabs: readonly CenterTab[] = [
  { name: 'categories', path: '', Content: Categories },
  { name: 'documents', path: 'documents', Content: Documents },
  { name: 'finder', path: 'finder', Content: FinderTab },
  { name: 'sync', path: 'sync', Content: SyncTab },
  { name: 'test', path: 'test', Content: RetrievalTest },
  { name: 'questions', path: 'questions', Content: QuestionSet },
  { name: 'settings', path: 'settings', Content: SettingsTab },
];
