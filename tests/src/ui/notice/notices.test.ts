import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { errors } from '../../../../domain/ground/errors.ts';
import { problemWith } from '../../../../domain/chat/chat.ts';
import { fieldRows, problemsOf, type FieldName } from '../../../../src/account/sign-in/account-fields.ts';
import { problemsOfLogin } from '../../../../src/account/sign-in/login-problems.ts';
import { unauthorized } from '../../../../src/net/errors.ts';
import { announce, notices, type NoticeName, type NoticeRow } from '../../../../src/ui/notice/notices.ts';
import { notificationMs } from '../../../../src/ui/notice/notice.tsx';
import * as shownNotices from '../../../../src/ui/notice/notice.tsx';
import { signedOutReloadMs } from '../../../../src/machines/auth.ts';

/** The texts of the specification's sections 5 and 8, verbatim, including its mistakes. */

type Texts = { [key: string]: string | Texts };

function textsIn(name: string): Texts {
  return JSON.parse(readFileSync(`public/locales/en/${name}.json`, 'utf8')) as Texts;
}

/** The text of `namespace:key`, or of a key in the namespace `home`. */
function textOf(key: string, home = 'common'): string {
  const [namespace, path] = key.includes(':') ? key.split(':', 2) : [home, key];
  let at: string | Texts | undefined = textsIn(namespace ?? home);
  for (const part of (path ?? '').split('.')) at = typeof at === 'object' ? at[part] : undefined;
  if (typeof at !== 'string') throw new Error(`no text for ${key}`);
  return at;
}

const untilDismissed = 0;
const given = 'what the server said';

const catalogue: [
  NoticeName,
  { title: string; detail: string | undefined; ms: number; follows: NoticeRow['follows'] },
][] = [
  ['sessionOver', { title: 'VFP Login Error', detail: given, ms: untilDismissed, follows: 'reload' }],
  [
    'startRefused',
    { title: 'VFP Authentication Error', detail: 'Invalid or Exipired Token', ms: 5000, follows: 'login' },
  ],
  ['loginFailed', { title: 'Login Failure', detail: given, ms: 5000, follows: undefined }],
  ['loginTooOften', { title: 'Login Failure', detail: given, ms: untilDismissed, follows: undefined }],
  ['chatFailed', { title: 'Chat with expert', detail: given, ms: 5000, follows: undefined }],
  ['verified', { title: 'Verify your account successfully', detail: undefined, ms: 5000, follows: undefined }],
  ['passwordChanged', { title: 'Your password has been changed', detail: undefined, ms: 5000, follows: 'login' }],
];

test.each(catalogue)('%s: its words, how long it stays, what follows', (name, { title, detail, ms, follows }) => {
  const showNotice = vi
    .spyOn(shownNotices, 'showNotice')
    .mockClear()
    .mockReturnValue(() => {});
  announce(textOf, name, detail === given ? { detail: given } : {});
  expect(showNotice).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ title, duration: ms }));
  expect(showNotice.mock.calls[0]?.[0].detail).toBe(detail);
  expect((notices[name] as NoticeRow).follows).toBe(follows);
});

test('a session that is over reloads the page after four seconds; a notice stays five', () => {
  expect([signedOutReloadMs, notificationMs]).toEqual([4000, 5000]);
});

test('the server has the words of an ended session and of a wrong password', () => {
  expect([errors.UNAUTHORIZED[1], unauthorized]).toEqual(['Unauthorized request', 'Unauthorized request']);
  expect(errors.NotAuthorizedException[0]).toBe(401);
  expect(errors.UserNotConfirmedException[0]).toBe(403);
});

test('a refused feedback and an unknown address have the specified texts', () => {
  expect(textOf('chat:feedback.failed')).toBe('Oops, Somethings went wrong.');
  expect(textOf('notFound.title')).toBe('Page not found');
});

const good = { email: 'nia@lab.test', password: 'Anode-2026!', repeated: 'Anode-2026!', phone: '+82 10 1234 5678' };
const formMessages: [string, FieldName, string, string][] = [
  ['an address without a domain', 'email', 'nia', 'Invalid Email'],
  ['nothing where something is needed', 'email', '  ', 'Required'],
  ['nothing for a password', 'password', '', 'Required'],
  ['a password of 129 characters', 'password', `Aa1!${'a'.repeat(125)}`, 'At most 128 characters'],
  ['letters for a phone number', 'phone', 'none', 'Invalid Phone number: write it like +49 89 1234567'],
  ['too few digits', 'phone', '12345', 'Invalid Phone number: write it like +49 89 1234567'],
  ['another password the second time', 'repeated', 'Anode-2027!', 'The confirmed password does not match'],
];

test.each(formMessages)('%s: the field shows the specified text', (_, field, value, words) => {
  const names = ['email', 'phone', 'password', 'repeated'] as const;
  const problems = problemsOf(names, { ...good, [field]: value });
  expect(textOf(problems[field] ?? '', 'account')).toBe(words);
  expect(problemsOf(names, good)).toEqual({});
});

test('the login form has the same words', () => {
  const { email = '', password = '' } = problemsOfLogin({ email: 'nia', password: '' });
  expect([textOf(email, 'account'), textOf(password, 'account')]).toEqual(['Invalid Email', 'Required']);
});

test('who has to set a new password reads so as specified', () => {
  expect(textOf('problem.newPasswordRequired', 'account')).toBe('New Passowrd Required!');
});

test.each([
  ['Aa1!aaaa', true],
  ['Aa1 aaaa', true],
  [`Aa1!${'a'.repeat(124)}`, true],
  ['Aa1!aaa', false],
  ['aa1!aaaa', false],
  ['AA1!AAAA', false],
  ['Aaa!aaaa', false],
  ['Aa1aaaaa', false],
])('the password %j is taken: %s', (password, fits) => {
  expect(fieldRows.password.check?.(password, {}) === undefined).toBe(fits);
});

const file = (size: number) => ({ name: 'a.png', size, mime: 'image/png' });

test('too many files and a file too large are refused in the specified words', () => {
  expect(problemWith({ content: '', files: Array.from({ length: 6 }, () => file(1)) })).toBe('TOO_MANY_FILES');
  expect(problemWith({ content: '', files: [file(5 * 1024 * 1024)] })).toBe('FILE_TOO_LARGE');
  expect(errors.TOO_MANY_FILES[1]).toBe('Max(5 files) file upload exceeded.');
  expect(errors.FILE_TOO_LARGE[1]).toBe('Max file size greater than 5M');
});
