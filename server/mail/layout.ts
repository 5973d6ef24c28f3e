import { escapeHtml } from '#domain/ground/html.ts';
import type { Mail } from './mailer.ts';

/** Content of an e-mail before its layout. */
export interface EmailContent {
  lang: string;
  subject: string;
  /** Paragraphs in order; the code and the button follow the first one. */
  paragraphs: readonly string[];
  code?: string;
  button?: EmailLink;
  /** Link at the end that stops such e-mails. */
  stop?: EmailLink;
}

interface EmailLink {
  label: string;
  url: string;
}

/** Renders an e-mail as plain text and as HTML without images and scripts. */
export function layOut(
  to: string,
  product: string,
  { lang, subject, paragraphs, code, button, stop }: EmailContent,
): Mail {
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
        `<h1 style="font-size:20px;margin:0 0 16px">${escapeHtml(subject)}</h1>`,
        paragraph(first),
        ...(code === undefined ? [] : [`<p style="font:700 ${codeStyle(code)};margin:24px 0">${escapeHtml(code)}</p>`]),
        ...(button === undefined ? [] : [buttonOf(button)]),
        ...rest.map(paragraph),
        ...(stop === undefined ? [] : [stopOf(stop)]),
        `<p style="margin:32px 0 0;color:#5b6675;font-size:13px">${escapeHtml(product)}</p>`,
      ].join('\n'),
    ),
  };
}

/** Returns the style of a code: six digits are large; a password is smaller, to fit one line on a phone. */
function codeStyle(code: string): string {
  return code.length > 8 ? '20px/1.2 monospace;letter-spacing:1px' : '32px/1.2 monospace;letter-spacing:6px';
}

function page(lang: string, title: string, body: string): string {
  return `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px;background:#f3f5f8;color:#16202c;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:32px;background:#fff;border-radius:12px">
${body}
</div></body></html>
`;
}

function paragraph(text: string): string {
  return `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;
}

function stopOf({ label, url }: EmailLink): string {
  return `<p style="margin:24px 0 0;font-size:13px"><a href="${escapeHtml(url)}" style="color:#0b5fd0">${escapeHtml(label)}</a></p>`;
}

function buttonOf({ label, url }: EmailLink): string {
  const style =
    'display:inline-block;padding:12px 20px;border-radius:8px;background:#0b5fd0;color:#fff;text-decoration:none';
  return `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a></p>`;
}

/** Removes line breaks, so that user input cannot add header lines. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
