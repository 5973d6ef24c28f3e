import { type EmailName, emailOf, type EmailFacts } from './email-templates.ts';
import { layOut } from './layout.ts';
import type { EnclosedFile, MailDeps } from './mailer.ts';

/** Reader of an e-mail, with their language. */
export interface Reader {
  email: string;
  name: string;
  language: string;
}

/** Sends one of the e-mails of `email-templates.ts`. @param about its facts besides the reader's and the product's */
export async function sendEmail(
  { mailer, productName: product, publicUrl }: Omit<MailDeps, 'db'>,
  emailName: EmailName,
  { email, name, language }: Reader,
  about: Omit<EmailFacts, 'product' | 'publicUrl' | 'name'>,
  enclosed?: EnclosedFile[],
): Promise<void> {
  const facts = { product, publicUrl, name, ...about };
  const mail = layOut(email, product, emailOf(emailName, language, facts));
  await mailer.send(enclosed === undefined ? mail : { ...mail, enclosed });
}
