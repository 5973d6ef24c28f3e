import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Refused, SignedOut, Unreachable } from '../../net/errors.ts';
import { problemOfRule, problemsOf, type FieldName, type AccountValues } from './account-fields.ts';

/** Failure shown above the form: a key of account.json, or `tooMany` with the wait. */
export interface FormFailure {
  key: string;
  retryAfterMs?: number | undefined;
}

export interface AccountForm {
  values: AccountValues;
  set: (name: FieldName, value: string) => void;
  /** Problems by field, as keys of account.json; empty before the first submit. */
  problems: AccountValues;
  failure: FormFailure | undefined;
  isBusy: boolean;
  handleSubmit: (event: FormEvent) => void;
}

/**
 * State of a form before sign-in: values, problems and failure. Values are checked at the first submit and from then on
 * at each change. Refusals of the server are shown at their fields.
 */
export function useAccountForm(
  names: readonly FieldName[],
  start: AccountValues,
  submit: (values: AccountValues) => Promise<void>,
): AccountForm {
  const [values, setValues] = useState(start);
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<AccountValues>({});
  const [failure, setFailure] = useState<FormFailure>();
  const form = useRef<HTMLFormElement>(null);
  const [tries, setTries] = useState(0);
  // After each try the first invalid field gets the focus.
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [tries]);
  const problems = tries > 0 ? { ...refused, ...problemsOf(names, values) } : {};

  async function send(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    setRefused({});
    try {
      await submit(values);
    } catch (error) {
      const fields = fieldsAtFault(error, names);
      setRefused(fields);
      setTries((before) => before + 1);
      if (Object.keys(fields).length === 0) setFailure(formFailureOf(error));
    } finally {
      setBusy(false);
    }
  }

  return {
    values,
    set(name, value) {
      setValues((before) => ({ ...before, [name]: value }));
      setRefused((before) => Object.fromEntries(Object.entries(before).filter(([field]) => field !== name)));
    },
    problems,
    failure,
    isBusy,
    handleSubmit(event) {
      event.preventDefault();
      setTries((before) => before + 1);
      if (event.currentTarget instanceof HTMLFormElement) form.current = event.currentTarget;
      if (!isBusy && Object.keys(problemsOf(names, values)).length === 0) void send();
    },
  };
}

/** Returns the fields of a refusal, each with the key of its text. */
function fieldsAtFault(error: unknown, names: readonly FieldName[]): AccountValues {
  const details: unknown = error instanceof Refused ? error.details : undefined;
  const fields: AccountValues = {};
  for (const problem of Array.isArray(details) ? (details as { path?: unknown; code?: unknown }[]) : []) {
    const name = names.find((each) => each === problem.path || wireNames[each] === problem.path);
    if (name !== undefined) fields[name] ??= keyOf(name, String(problem.code));
  }
  return fields;
}

/** Rules that only the server checks, each with its own text. */
const ownTexts: Record<string, true> = { common: true, member: true, invited: true, same: true, none: true };

/** Fields with another name on the server. */
const wireNames: AccountValues = { oldPassword: 'password', newEmail: 'email' };

function keyOf(name: FieldName, code: string): string {
  if (code in ownTexts) return `problem.${code}`;
  if (name === 'oldPassword') return 'problem.wrong';
  if (name === 'password' || name === 'newPassword') return problemOfRule(code);
  if (name === 'email' || name === 'newEmail') return 'problem.email';
  return name === 'phone' ? 'problem.phone' : 'problem.unfit';
}

/** Returns the failure to show for an error of a call. */
export function formFailureOf(error: unknown): FormFailure {
  if (error instanceof Unreachable) {
    if (error.status === 429) return { key: 'tooMany', retryAfterMs: error.retryAfterMs };
    return { key: error.status === undefined ? 'login.unreachable' : 'failure.later' };
  }
  if (error instanceof Refused && error.code === 'TOKEN_INVALID') return { key: 'failure.code' };
  if (error instanceof Refused && error.code === 'EMAIL_TAKEN') return { key: 'failure.taken' };
  if (error instanceof Refused && error.code === 'LICENSES_USED_UP') return { key: 'failure.licenses' };
  if (error instanceof Refused && isAboutTrial(error.details)) return { key: 'failure.noTrial' };
  return { key: error instanceof SignedOut ? 'failure.later' : 'failure.unknown' };
}

/** Whether a refusal is about the trial: the available trials may have changed since this page was loaded. */
function isAboutTrial(details: unknown): boolean {
  return Array.isArray(details) && details.some((problem: { code?: unknown }) => problem.code === 'no_trial');
}

const codeFailures: Record<string, string> = {
  TOKEN_INVALID: 'failure.code',
  UNREACHABLE: 'login.unreachable',
  RATE_LIMITED: 'tooMany',
};

/** Returns the failure of a sign-in with a code. */
export function failureOfCode({ code, retryAfterMs }: { code: string; retryAfterMs?: number }): FormFailure {
  return { key: codeFailures[code] ?? 'failure.later', retryAfterMs };
}
