import { cutText, isBlank, storableText, limitMarks } from './text.ts';

const fileNameChars = 200;

/** File names that are safe to show: a device may send paths, invisible characters and reserved words. */

// Control characters, and direction marks that make "exe.pdf" read as "fdp.exe".
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const reservedOnWindows = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i;

/** Returns a name without path, invisible characters or reserved words, at most 200 characters, with its extension. */
export function cleanFileName(name: string): string {
  const last = storableText(name).normalize('NFC').replaceAll('\\', '/').split('/').at(-1) ?? '';
  const plain = limitMarks(last.replace(invisible, ''))
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\.+/, '')
    .replace(/[. ]+$/, '');
  if (isBlank(plain)) return 'file';
  const safe = reservedOnWindows.test(plain) ? `_${plain}` : plain;
  if (safe.length <= fileNameChars) return safe;
  const dot = safe.lastIndexOf('.');
  const ending = dot > 0 && safe.length - dot <= 10 ? safe.slice(dot) : '';
  return cutText(safe, fileNameChars, ending);
}
