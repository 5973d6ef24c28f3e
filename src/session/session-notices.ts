import type { i18n } from 'i18next';
import type { RestoredParts } from '../db/lost/refill.ts';
import type { UnsentRows } from '../db/lost/restore.ts';
import { announce } from '../ui/notice/notices.ts';
import { fileOfUnsent, typedTextsOf } from './unsent-file.ts';

export interface SessionNotices {
  /** An error on a chat socket, with the server's message and, where it has one, its code. */
  chatFailed: (message: string, code?: string) => void;
  /**
   * Another window with an older version of the app blocks the upgrade of the database.
   * @returns a function to call when the upgrade is no longer blocked
   */
  blocked(): () => void;
  /** This many unsent commands are lost, because the database is damaged or was deleted. */
  commandsLost(count: number): void;
  /** The browser has deleted the database under the open page; unsent commands are in the new one. */
  storageDeleted(restored: RestoredParts): void;
  /** The same, but this could not be stored again. It is tried again: then `storageDeleted` follows. */
  notRestored(unsent: UnsentRows): void;
}

/** Texts that are only in this page and its notice. */
let held: { saved: Promise<void>; forget: () => void } | undefined;

/** Resolves when texts that could not be stored are saved as a file, or were stored after all, or dismissed. */
export const untilSavedAsFile = async (): Promise<void> => await held?.saved;

/** The notices about a session, above its page. */
export function sessionNotices(texts: i18n): SessionNotices {
  return {
    chatFailed: (message, code) =>
      announce(texts.t, 'chatFailed', {
        // A message without a code is shown as it is; the chat's texts are there once a chat was opened.
        detail: code === undefined ? message : texts.t([`chat:reason.${code}`, 'chat:reason.other'], message, { code }),
      }),
    blocked: () => announce(texts.t, 'databaseBlocked'),
    commandsLost: (count) =>
      announce(texts.t, 'unsentLost', { detail: texts.t('common:notice.unsentLostText', { count }) }),
    storageDeleted({ commands, filesGone }) {
      held?.forget();
      if (commands === 0) return;
      const files = filesGone.join(', ');
      announce(texts.t, 'storageDeleted', {
        detail: texts.t(`common:notice.${files === '' ? 'storageDeletedText' : 'filesDeletedText'}`, {
          count: commands,
          files,
        }),
      });
    },
    notRestored(unsent) {
      held?.forget();
      const done = new AbortController();
      const saved = new Promise<void>((resolve) => done.signal.addEventListener('abort', () => resolve()));
      const resolve = () => done.abort();
      const dismiss = announce(texts.t, 'notRestored', {
        detail: texts.t('common:notice.notRestoredText', { texts: excerptOf(unsent) }),
        action: {
          label: texts.t('common:action.saveAsFile'),
          run: () => void saveAsFile(unsent).then(resolve),
        },
        dismissed: resolve,
      });
      held = { saved, forget: () => (dismiss(), resolve()) };
    },
  };
}

/** Maximum number of texts in the notice, and of characters of each; the file has all. */
const [mostTexts, mostCharacters] = [3, 80];

function excerptOf(unsent: UnsentRows): string {
  const all = typedTextsOf(unsent);
  const some = all.slice(0, mostTexts).map((text) => {
    return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
  });
  return [...some, ...(all.length > mostTexts ? ['…'] : [])].map((text) => `“${text}”`).join(', ');
}

async function saveAsFile(unsent: UnsentRows): Promise<void> {
  const { download } = await import('../ui/download.ts');
  download(fileOfUnsent(unsent), 'unsent.txt');
}
