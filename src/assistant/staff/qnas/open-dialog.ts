import { useSearchParams } from 'react-router-dom';

/** The open dialog, as the address says it, so that a link and a reload lead to it. */
export interface OpenDialog {
  kind: 'add' | 'detail' | 'edit' | 'versions';
  /** Id of a Q&A; '1' for a new one. */
  id: string;
  /** The question of a new Q&A, or one more way to ask an existing one: from the page that led here. */
  given: string;
  /** Ids of the questions that a new Q&A answers, separated by commas. */
  questions?: string;
}

const kinds = ['add', 'edit', 'versions', 'detail'] as const;
const others = ['question', 'alternative', 'questions'];

/** Returns what the address opens; undefined for the list alone. */
function dialogIn(params: URLSearchParams): OpenDialog | undefined {
  const kind = kinds.find((name) => (params.get(name) ?? '') !== '');
  if (kind === undefined) return undefined;
  const given = params.get(kind === 'add' ? 'question' : 'alternative') ?? '';
  const questions = kind === 'add' ? params.get('questions') : null;
  return { kind, id: params.get(kind) ?? '', given, ...(questions === null ? {} : { questions }) };
}

/** Returns the address of a dialog over the list as it is; without a dialog, that of the list. */
export function withDialog(params: URLSearchParams, dialog?: Omit<OpenDialog, 'given'>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of [...kinds, ...others]) next.delete(name);
  if (dialog !== undefined) next.set(dialog.kind, dialog.id);
  return next;
}

/** Returns the dialog that the address opens, and a function that opens another one or closes it. */
export function useOpenDialog(): [OpenDialog | undefined, (dialog?: Omit<OpenDialog, 'given'>) => void] {
  const [params, setParams] = useSearchParams();
  return [dialogIn(params), (dialog) => setParams((now) => withDialog(now, dialog), { replace: dialog === undefined })];
}
