import type { i18n } from 'i18next';
import type { Unsent } from '../db/restore.ts';
import { announce } from '../ui/notices.ts';
import type { SessionEvents } from './session.ts';
import { fileOfUnsent, textsOf } from './unsent-file.ts';

type Notices = Pick<SessionEvents, 'chatFailed' | 'blocked' | 'commandsLost' | 'storageDeleted' | 'notRestored'>;

/** Texts that are only in this page and its notice. */
let held: { saved: Promise<void>; forget: () => void } | undefined;

/** Resolves when texts that could not be stored are saved as a file, or were stored after all, or dismissed. */
export const untilSavedAsFile = async (): Promise<void> => await held?.saved;

/** The notices about a session, above its page. */
export function sessionNotices(texts: i18n): Notices {
  return {
    chatFailed: (message) => announce(texts.t, 'chatFailed', { detail: message }),
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
          interpolation: { escapeValue: false },
        }),
      });
    },
    notRestored(unsent) {
      held?.forget();
      const done = new AbortController();
      const saved = new Promise<void>((resolve) => done.signal.addEventListener('abort', () => resolve()));
      const resolve = () => done.abort();
      const dismiss = announce(texts.t, 'notRestored', {
        detail: texts.t('common:notice.notRestoredText', {
          texts: excerptOf(unsent),
          interpolation: { escapeValue: false },
        }),
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

/** Most texts in the notice, and most characters of each; the file has all. */
const [mostTexts, mostCharacters] = [3, 80];

function excerptOf(unsent: Unsent): string {
  const all = textsOf(unsent);
  const some = all.slice(0, mostTexts).map((text) => {
    return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
  });
  return [...some, ...(all.length > mostTexts ? ['…'] : [])].map((text) => `“${text}”`).join(', ');
}

async function saveAsFile(unsent: Unsent): Promise<void> {
  const { download } = await import('../ui/download.ts');
  download(fileOfUnsent(unsent), 'unsent.txt');
}
