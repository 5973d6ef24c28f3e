import { useCallback, useEffect, useRef, useState } from 'react';
import type { CommitReply, ImportChoice, ImportReply } from '#domain/assistant/wire/qna-imports.ts';
import { checkImport } from '../../calls/qna-imports.ts';
import { useSession } from '../../../../session/session-context.tsx';
import { problemWithFile } from './import-failure.ts';
import { call } from '../../../../net/call.ts';

/** Step of an import: a file is chosen, sent, checked, and imported. */
type ImportStep =
  | { at: 'choose' }
  | { at: 'sending'; name: string; share: number }
  | { at: 'opening' }
  | { at: 'checked'; reply: ImportReply }
  | { at: 'done'; reply: ImportReply; result: CommitReply };

export interface OpenImport {
  step: ImportStep;
  /** Reason why the last call failed. */
  failure: unknown;
  /** Work that is under way on a checked import. */
  busy: 'check' | 'all' | 'valid' | undefined;
  /** Checks a file. */
  send: (file: File) => void;
  /** Sends the last file again; undefined without one. */
  sendAgain: (() => void) | undefined;
  choose: (choice: ImportChoice) => void;
  commit: (rows: 'all' | 'valid') => void;
  /** Back to the choice of a file. */
  restart: () => void;
}

/**
 * Runs one import after the other.
 * @param initial id of a checked import to continue
 * @param onShown called with the id of the import that is shown; undefined for none
 * @param onWritten called after Q&As were written
 */
export function useImport(
  initial: string | undefined,
  onShown: (id: string | undefined) => void,
  onWritten: () => void,
): OpenImport {
  const { api } = useSession();
  const shown = useShownStep(initial);
  const { step, setStep, failure, setFailure } = shown;
  const { send, sendAgain, stop } = useSending(shown, onShown);
  const [busy, setBusy] = useState<OpenImport['busy']>();
  const keyOf = useKeys();

  async function run(what: NonNullable<OpenImport['busy']>, work: () => Promise<void>): Promise<void> {
    setBusy(what);
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(undefined);
    }
  }

  return {
    step,
    failure,
    busy,
    send,
    sendAgain,
    choose(choice) {
      if (step.at !== 'checked') return;
      const { import_id: id } = step.reply;
      void run('check', async () =>
        setStep({ at: 'checked', reply: await call(api, 'PUT /qnas/imports/:id', { params: { id }, body: choice }) }),
      );
    },
    commit(rows) {
      if (step.at !== 'checked') return;
      const { reply } = step;
      const key = keyOf(`${reply.import_id} ${rows}`);
      void run(rows, async () => {
        const given = { params: { id: reply.import_id }, body: { rows }, key };
        const result = await call(api, 'POST /qnas/imports/:id/commit', given);
        setStep({ at: 'done', reply, result });
        onShown(undefined);
        onWritten();
      });
    },
    restart() {
      stop();
      setStep({ at: 'choose' });
      setFailure(undefined);
      onShown(undefined);
    },
  };
}

/** Returns the step and the failure that are shown. An import that was open when the page was loaded is read. */
function useShownStep(initial: string | undefined) {
  const { api } = useSession();
  const [step, setStep] = useState<ImportStep>(initial === undefined ? { at: 'choose' } : { at: 'opening' });
  const [failure, setFailure] = useState<unknown>();
  // Only the import that was open when the page was loaded is read; the others come from their own calls.
  const [toOpen] = useState(initial);
  useEffect(() => {
    if (toOpen === undefined) return;
    call(api, 'GET /qnas/imports/:id', { params: { id: toOpen } }).then(
      (reply) => setStep(reply.state === 'checked' ? { at: 'checked', reply } : { at: 'choose' }),
      (error: unknown) => {
        setStep({ at: 'choose' });
        setFailure(error);
      },
    );
  }, [api, toOpen]);
  return { step, setStep, failure, setFailure };
}

type ShownStep = ReturnType<typeof useShownStep>;

/** Sends a file to be checked. A file that is still being sent is dropped for another one, or when the page is left. */
function useSending({ setStep, setFailure }: ShownStep, onShown: (id: string) => void) {
  const { api } = useSession();
  const [last, setLast] = useState<File>();
  const sending = useRef<AbortController>(undefined);
  useEffect(() => () => sending.current?.abort(), []);
  const send = useCallback(
    (file: File) => {
      const problem = problemWithFile(file);
      setFailure(problem);
      setLast(undefined);
      if (problem !== undefined) return setStep({ at: 'choose' });
      setLast(file);
      sending.current?.abort();
      const life = new AbortController();
      sending.current = life;
      setStep({ at: 'sending', name: file.name, share: 0 });
      const progress = (share: number) => {
        if (!life.signal.aborted) setStep({ at: 'sending', name: file.name, share });
      };
      const check = async () => {
        try {
          const reply = await checkImport(api, file, progress, life.signal);
          if (life.signal.aborted) return;
          setStep({ at: 'checked', reply });
          onShown(reply.import_id);
        } catch (error) {
          if (life.signal.aborted) return;
          setStep({ at: 'choose' });
          setFailure(error);
        }
      };
      void check();
    },
    [api, onShown, setFailure, setStep],
  );
  return {
    send,
    sendAgain: last === undefined ? undefined : () => send(last),
    stop: () => sending.current?.abort(),
  };
}

/** Returns a function for idempotency keys, by what they are for: a repeat after a lost reply is the same call. */
function useKeys(): (what: string) => string {
  const keys = useRef(new Map<string, string>());
  return (what) => {
    const key = keys.current.get(what) ?? crypto.randomUUID();
    keys.current.set(what, key);
    return key;
  };
}
