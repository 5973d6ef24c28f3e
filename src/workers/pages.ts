/**
 * The open pages of the app on this device, and the questions that one asks the others before a new version takes over.
 *
 *   asking page ──question──> every other page ──answer──> asking page, when all have answered or the time is up
 *
 * Each page holds a Web Lock until it closes or crashes, so the locks show how many there are. A frozen page holds its
 * lock but does not answer; a time-out ends the wait for it.
 */
export interface PageAnswers {
  /** Saves drafts and stops the sync, because this page is about to be reloaded. */
  halt(): Promise<boolean>;
  /** Whether this page may be reloaded without disturbing its user. */
  mayReload(): Promise<boolean>;
}

type PageQuestion = keyof PageAnswers;

export interface OpenPages {
  /** Asks all other pages. @returns whether all have answered yes in time */
  ask(question: PageQuestion, withinMs: number): Promise<boolean>;
  leave(): void;
}

interface QuestionMessage {
  ask: PageQuestion;
  id: string;
}

interface AnswerMessage {
  answer: boolean;
  id: string;
}

const prefix = 'vfp-page:';

/** Joins the open pages: answers their questions from now on. */
export function joinPages(answers: PageAnswers, locks: LockManager = navigator.locks): OpenPages {
  const channel = new BroadcastChannel('vfp-pages');
  const left = new AbortController();
  const waiting = new Map<string, (answer: boolean) => void>();
  // A channel reaches its own origin only, and takes no second argument.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const post = (message: QuestionMessage | AnswerMessage): void => channel.postMessage(message);
  // A browser that keeps nothing for this site denies locks too: then there is no version to change over to either.
  locks.request(`${prefix}${crypto.randomUUID()}`, () => untilAborted(left.signal)).catch(() => undefined);
  channel.addEventListener('message', ({ data }: MessageEvent<QuestionMessage | AnswerMessage>) => {
    if ('answer' in data) {
      waiting.get(data.id)?.(data.answer);
      return;
    }
    void answers[data.ask]()
      .catch(() => false)
      .then((answer) => left.signal.aborted || post({ answer, id: data.id }));
  });

  return {
    async ask(question, withinMs) {
      const id = crypto.randomUUID();
      const others = (await countPages(locks, withinMs)) - 1;
      // If the browser does not answer, pages that are not known cannot agree.
      if (Number.isNaN(others)) return false;
      if (others <= 0) return true;
      return await new Promise<boolean>((resolve) => {
        let missing = others;
        let all = true;
        const end = (answer: boolean): void => {
          clearTimeout(timer);
          waiting.delete(id);
          resolve(answer);
        };
        const timer = setTimeout(() => end(false), withinMs);
        waiting.set(id, (answer) => {
          all &&= answer;
          if (--missing === 0) end(all);
        });
        post({ ask: question, id });
      });
    },
    leave() {
      left.abort();
      channel.close();
    },
  };
}

/** Returns the number of pages; NaN where the browser does not answer. */
async function countPages(locks: LockManager, withinMs: number): Promise<number> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), withinMs);
  });
  const found = await Promise.race([locks.query(), silence]);
  clearTimeout(timer);
  if (found === undefined) return Number.NaN;
  const { held = [] } = found;
  return held.filter(({ name }) => name?.startsWith(prefix)).length;
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
