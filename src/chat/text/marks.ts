/** Parses the simple formatting of messages. Everything else stays plain text. */

export type Piece =
  | string
  | { kind: 'bold' | 'italic'; pieces: Piece[] }
  | { kind: 'code'; text: string }
  | { kind: 'formula'; text: string }
  | Link;

interface Link {
  kind: 'link';
  href: string;
  text: string;
  /** Shown behind the text, because the text does not tell where the link leads. */
  host?: string;
}

/** Further inline marks: a pattern, and what a match of its groups becomes; undefined for a match that stays text. */
export interface MoreMarks {
  pattern: RegExp;
  pieceOf(groups: Record<string, string | undefined>): Piece | undefined;
}

export type Block = { kind: 'text'; pieces: Piece[] } | { kind: 'list'; start: number | undefined; items: Piece[][] };

const item = /^ {0,3}(?:[-*•]|(\d{1,9})[.)]) +(?=\S)/;

/** Splits a message into paragraphs, with their line breaks, and lists. */
export function blocksOf(content: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  // The space around a list takes the place of its blank lines.
  const endText = (isBeforeList: boolean) => {
    const all = lines.join('\n');
    const after = blocks.at(-1)?.kind === 'list' ? all.replace(/^(?:[ \t]*\n)+/, '') : all;
    const text = isBeforeList ? after.trimEnd() : after;
    if (text.trim() !== '') blocks.push({ kind: 'text', pieces: piecesOf(text) });
    lines = [];
  };
  for (const line of content.split('\n')) {
    const found = item.exec(line);
    if (found === null) {
      lines.push(line);
      continue;
    }
    endText(true);
    const pieces = piecesOf(line.slice(found[0].length));
    const number = found[1] === undefined ? undefined : Number(found[1]);
    const last = blocks.at(-1);
    const isNext = last?.kind === 'list' && (last.start === undefined) === (number === undefined);
    if (isNext && (number === undefined || number === Number(last.start) + last.items.length)) last.items.push(pieces);
    else blocks.push({ kind: 'list', start: number, items: [pieces] });
  }
  endText(false);
  return blocks;
}

/** Each alternative ends at its own mark or at the end of the line, so that matching stays linear. */
export const marks = new RegExp(
  [
    '`(?<code>[^`\\n]+)`',
    '(?<url>\\bhttps?://[^\\s<>"`]+)',
    '(?<mail>(?<![\\w.+:/@-])(?:mailto:)?[\\w.+-]{1,64}@[\\w-]{1,63}(?:\\.[\\w-]{1,63}){1,8})',
    '(?<!\\*)\\*\\*(?=[^\\s*])(?<bold>[^*\\n]*[^\\s*])\\*\\*(?!\\*)',
    '(?<![\\w*])\\*(?=[^\\s*])(?<italic>[^*\\n]*[^\\s*])\\*(?![\\w*])',
  ].join('|'),
  'giu',
);

/** Splits a text into its inline marks and the texts between them. @param more marks that only answers have */
export function piecesOf(text: string, more?: MoreMarks): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const found of text.matchAll(more?.pattern ?? marks)) {
    const groups = found.groups ?? {};
    const own = more?.pieceOf(groups);
    if (own !== undefined) {
      if (found.index > from) pieces.push(text.slice(from, found.index));
      pieces.push(own);
      from = found.index + found[0].length;
      continue;
    }
    const { code, url, mail, bold, italic } = groups;
    if ((code ?? url ?? mail ?? bold ?? italic) === undefined) continue;
    const link = url === undefined ? mail && linkTo(mail, mail.replace(/^(?:mailto:)?/i, 'mailto:')) : webLink(url);
    const piece =
      link ??
      (code === undefined
        ? bold === undefined
          ? { kind: 'italic' as const, pieces: piecesOf(italic ?? '', more) }
          : { kind: 'bold' as const, pieces: piecesOf(bold, more) }
        : { kind: 'code' as const, text: code });
    if (piece === '') continue;
    if (found.index > from) pieces.push(text.slice(from, found.index));
    pieces.push(piece);
    from = found.index + (typeof link === 'object' ? link.text.length : found[0].length);
  }
  if (from < text.length) pieces.push(text.slice(from));
  return pieces;
}

function linkTo(text: string, href: string): Link {
  return { kind: 'link', href, text };
}

/** Returns the link in a match. Trailing punctuation, and an unopened closing bracket, do not belong to it. */
function webLink(found: string): Link | '' {
  let text = found.replace(/[.,;:!?'*…]+$/u, '');
  if (/[)\]]$/.test(text) && !/[([]/.test(text)) text = text.replace(/[)\].,;:!?'*]+$/u, '');
  return URL.canParse(text) ? linkTo(text, new URL(text).href) : '';
}
