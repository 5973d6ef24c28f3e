import { isEmail, normalEmail, phoneFrom } from '#domain/account/contact.ts';
import { rulesBrokenBy } from '#domain/account/password.ts';
import type { InputHTMLAttributes } from 'react';

/** Table of the fields of the forms before sign-in: input types, autofill hints and checks. */

export type FieldName =
  | 'email'
  | 'newEmail'
  | 'password'
  | 'oldPassword'
  | 'newPassword'
  | 'repeated'
  | 'display_name'
  | 'username'
  | 'phone'
  | 'code';

export type AccountValues = Partial<Record<FieldName, string>>;

interface FieldRow {
  kind: 'text' | 'email' | 'password' | 'tel' | 'integer';
  autoComplete: InputHTMLAttributes<HTMLInputElement>['autoComplete'];
  required: boolean;
  /** Returns the problem of a value that is not empty, as a key of account.json. */
  check?: (value: string, all: AccountValues) => string | undefined;
}

const newPassword = {
  kind: 'password',
  autoComplete: 'new-password',
  required: true,
  check(value: string) {
    const [broken] = rulesBrokenBy(value);
    return broken === undefined ? undefined : problemOfRule(broken);
  },
} as const;

const email = {
  kind: 'email',
  autoComplete: 'email',
  required: true,
  check: (value: string) => (isEmail(normalEmail(value)) ? undefined : 'problem.email'),
} as const;

export const fieldRows: Record<FieldName, FieldRow> = {
  email,
  newEmail: email,
  password: newPassword,
  oldPassword: { kind: 'password', autoComplete: 'current-password', required: true },
  newPassword,
  repeated: {
    kind: 'password',
    autoComplete: 'new-password',
    required: true,
    check: (value, all) => (value === (all.password ?? all.newPassword) ? undefined : 'problem.repeated'),
  },
  display_name: { kind: 'text', autoComplete: 'name', required: false },
  username: { kind: 'text', autoComplete: 'nickname', required: false },
  phone: {
    kind: 'tel',
    autoComplete: 'tel',
    required: false,
    check: (value) => (phoneFrom(value) === undefined ? 'problem.phone' : undefined),
  },
  code: {
    kind: 'integer',
    autoComplete: 'one-time-code',
    required: true,
    check: (value) => (/^\d{6}$/.test(codeFrom(value)) ? undefined : 'problem.code'),
  },
};

/** Returns a typed or pasted code without the spaces and hyphens that e-mails and users insert. */
export function codeFrom(typed: string): string {
  return typed.replaceAll(/[\s-]/g, '');
}

/** Returns the text key for a broken password rule: one text names all rules except the maximum length. */
export function problemOfRule(rule: string): string {
  return rule === 'maxLength' ? 'problem.tooLong' : 'problem.weak';
}

/** Returns the problems by field, as keys of account.json. */
export function problemsOf(names: readonly FieldName[], values: AccountValues): AccountValues {
  const problems: AccountValues = {};
  for (const name of names) {
    const { required, check } = fieldRows[name];
    const value = values[name] ?? '';
    const problem = value.trim() === '' ? (required ? 'problem.required' : undefined) : check?.(value, values);
    if (problem !== undefined) problems[name] = problem;
  }
  return problems;
}
