import { until } from '../until.ts';

/** An e-mail that was stored instead of sent. */
export interface Letter {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The six-digit code in it, if there is one. */
  code: string | undefined;
}

/** Returns the e-mails to an address, newest first, once there are at least this many. */
export function lettersTo(url: string, email: string, atLeast = 1): Promise<Letter[]> {
  return until(`${email} has ${atLeast} letters`, async () => {
    const { items } = (await (await fetch(`${url}/dev/mail?format=json`)).json()) as { items: Letter[] };
    const mine = items.filter(({ to }) => to === email);
    return mine.length >= atLeast && mine.map((mail) => ({ ...mail, code: /^ {4}([0-9]{6})$/m.exec(mail.text)?.[1] }));
  });
}

/** Returns the password in the link of the newest invitation to an address, once there are at least this many e-mails. */
export async function invitationPassword(url: string, email: string, atLeast = 1): Promise<string> {
  const [letter] = await lettersTo(url, email, atLeast);
  const password = /[#&]invitation=(\w{4}-\w{4}-\w{4}-\w{4})$/m.exec(letter?.text ?? '')?.[1];
  if (password === undefined) throw new Error(`no password in the letter to ${email}: ${letter?.subject}`);
  return password;
}
