import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { SMTPServer } from 'smtp-server';
import { layOut } from '../../../server/mail/layout.ts';
import { emailOf } from '../../../server/mail/email-templates.ts';
import { smtpMail } from '../../../server/mail/smtp.ts';

interface Received {
  from: string;
  to: string[];
  raw: string;
}

/** Starts a mail server that refuses the first `refusals` e-mails. */
async function mailServer(refusals = 0) {
  const received: Received[] = [];
  let left = refusals;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        if (left-- > 0) return done(Object.assign(new Error('later'), { responseCode: 451 }));
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? '' : mailFrom.address;
        received.push({ from, to: rcptTo.map(({ address }) => address), raw: Buffer.concat(parts).toString() });
        done();
      });
    },
  });
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { received, url: `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}` };
}

const facts = { product: 'VFP', publicUrl: 'https://vfp.test', name: 'Nia', code: '012345', minutes: 10 };

test('an e-mail reaches a real mail server complete: to one recipient, as text and as HTML', async () => {
  const { received, url } = await mailServer();
  const mailer = smtpMail(url, 'VFP <no-reply@vfp.test>');
  onTestFinished(() => mailer.close());
  await mailer.send(layOut('nia@test.vfp', 'VFP', emailOf('verify', 'en', facts)));
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({ from: 'no-reply@vfp.test', to: ['nia@test.vfp'] });
  expect(received[0]?.raw).toMatch(/^Subject: Your VFP code\r$/m);
  expect(received[0]?.raw).toContain('text/plain');
  expect(received[0]?.raw).toContain('text/html');
  expect(received[0]?.raw).toContain('012345');
});

test.each([
  'nia@test.vfp,a.b',
  'nia@test.vfp;c.d',
  'nia@test.vfp>',
  'Nia <nia@test.vfp>',
  'nia@test\u200b.vfp',
  'a@b.c, d@e.f',
])('an e-mail to %j is not sent, because it is not exactly one address', async (to) => {
  const { received, url } = await mailServer();
  const mailer = smtpMail(url, 'VFP <no-reply@vfp.test>');
  onTestFinished(() => mailer.close());
  const mail = layOut('nia@test.vfp', 'VFP', emailOf('verify', 'en', facts));
  await expect(mailer.send({ ...mail, to })).rejects.toThrow('one address');
  await expect(mailer.send({ ...mail, replyTo: to })).rejects.toThrow('one address');
  expect(received).toEqual([]);
});

test('a temporary refusal of the mail server is reported as a failure, and the next try succeeds', async () => {
  const { received, url } = await mailServer(1);
  const mailer = smtpMail(url, 'VFP <no-reply@vfp.test>');
  onTestFinished(() => mailer.close());
  const mail = layOut('nia@test.vfp', 'VFP', emailOf('reset', 'en', facts));
  await expect(mailer.send(mail)).rejects.toThrow('later');
  await mailer.send(mail);
  expect(received).toHaveLength(1);
});

test('a language without e-mail texts gets them in English', () => {
  expect(emailOf('reset', 'xx', facts)).toEqual(emailOf('reset', 'en', facts));
});

test('user input cannot add a header to an e-mail', () => {
  const mail = layOut('a@test.vfp\r\nBcc: all@test.vfp', 'VFP', {
    lang: 'en',
    subject: 'Hi\r\nBcc: all@test.vfp',
    paragraphs: ['x'],
  });
  expect([mail.to, mail.subject].join('')).not.toMatch(/[\r\n]/);
});
