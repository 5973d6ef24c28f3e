import { until } from './until.ts';

/** A letter that was kept instead of sent. */
export interface Letter {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The six digits in it, if there are any. */
  code: string | undefined;
}

/** The letters to an address, newest first, once there are so many. */
export function lettersTo(url: string, email: string, atLeast = 1): Promise<Letter[]> {
  return until(`${email} has ${atLeast} letters`, async () => {
    const { items } = (await (await fetch(`${url}/dev/mail?format=json`)).json()) as { items: Letter[] };
    const mine = items.filter(({ to }) => to === email);
    return mine.length >= atLeast && mine.map((mail) => ({ ...mail, code: /^ {4}([0-9]{6})$/m.exec(mail.text)?.[1] }));
  });
}

/** The password in the newest letter of an invitation to an address, once there are so many letters. */
export async function invitationPassword(url: string, email: string, atLeast = 1): Promise<string> {
  const [letter] = await lettersTo(url, email, atLeast);
  const password = /^ {4}(\w{4}-\w{4}-\w{4}-\w{4})$/m.exec(letter?.text ?? '')?.[1];
  if (password === undefined) throw new Error(`no password in the letter to ${email}: ${letter?.subject}`);
  return password;
}
