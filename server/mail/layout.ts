import type { Mail } from './mailer.ts';

/** What one letter says, before it is laid out. */
export interface Letter {
  /** The language it is written in. */
  lang: string;
  subject: string;
  /** One after the other; the code and the button stand behind the first. */
  paragraphs: readonly string[];
  code?: string;
  button?: LetterLink;
  /** A link at the end, for whoever wants no more such letters. */
  stop?: LetterLink;
}

interface LetterLink {
  label: string;
  url: string;
}

/** The one layout of every letter, as plain text and as HTML that needs no image and no script. */
export function layOut(to: string, product: string, { lang, subject, paragraphs, code, button, stop }: Letter): Mail {
  const [first = '', ...rest] = paragraphs;
  const plain = [
    first,
    ...(code === undefined ? [] : [`    ${code}`]),
    ...(button === undefined ? [] : [button.url]),
    ...rest,
    ...(stop === undefined ? [] : [`${stop.label}:\n${stop.url}`]),
  ];
  return {
    to: oneLine(to),
    subject: oneLine(subject),
    text: `${plain.join('\n\n')}\n\n${product}\n`,
    html: page(
      lang,
      subject,
      [
        `<h1 style="font-size:20px;margin:0 0 16px">${escaped(subject)}</h1>`,
        paragraph(first),
        ...(code === undefined ? [] : [`<p style="font:700 ${codeStyle(code)};margin:24px 0">${escaped(code)}</p>`]),
        ...(button === undefined ? [] : [buttonOf(button)]),
        ...rest.map(paragraph),
        ...(stop === undefined ? [] : [stopOf(stop)]),
        `<p style="margin:32px 0 0;color:#5b6675;font-size:13px">${escaped(product)}</p>`,
      ].join('\n'),
    ),
  };
}

/** Six digits are large; a password is smaller, so that it stays on one line of a phone. */
function codeStyle(code: string): string {
  return code.length > 8 ? '20px/1.2 monospace;letter-spacing:1px' : '32px/1.2 monospace;letter-spacing:6px';
}

function page(lang: string, title: string, body: string): string {
  return `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title></head>
<body style="margin:0;padding:24px;background:#f3f5f8;color:#16202c;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:32px;background:#fff;border-radius:12px">
${body}
</div></body></html>
`;
}

function paragraph(text: string): string {
  return `<p style="margin:0 0 16px">${escaped(text)}</p>`;
}

function stopOf({ label, url }: LetterLink): string {
  return `<p style="margin:24px 0 0;font-size:13px"><a href="${escaped(url)}" style="color:#0b5fd0">${escaped(label)}</a></p>`;
}

function buttonOf({ label, url }: LetterLink): string {
  const style =
    'display:inline-block;padding:12px 20px;border-radius:8px;background:#0b5fd0;color:#fff;text-decoration:none';
  return `<p style="margin:24px 0"><a href="${escaped(url)}" style="${style}">${escaped(label)}</a></p>`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

/** Nothing that came from a person may add a line to a letter's head. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
