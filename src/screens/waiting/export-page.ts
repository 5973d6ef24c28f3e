/** A waiting thing as one HTML file that opens anywhere and holds its attachments; see docs/decisions/0009. */
export interface Exported {
  language: string;
  title: string;
  made: string;
  /** Empty when it was not refused. */
  reason: string;
  lines: readonly string[];
  filesTitle: string;
  files: readonly { name: string; bytes: Blob | null }[];
  /** What is said of a file whose bytes are gone. */
  gone: string;
}

export async function exportPage(thing: Exported): Promise<Blob> {
  return pageOf(thing.language, thing.title, [await sectionOf(thing)]);
}

/** Several things in one file, one under the other. */
export async function exportAll(language: string, title: string, things: readonly Exported[]): Promise<Blob> {
  return pageOf(language, title, await Promise.all(things.map(sectionOf)));
}

function pageOf(language: string, title: string, sections: readonly string[]): Blob {
  return new Blob(
    [
      `<!doctype html>\n<html lang="${safe(language)}">\n<meta charset="utf-8">\n`,
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'">\n<title>${safe(title)}</title>\n`,
      ...sections,
      '</html>\n',
    ],
    { type: 'text/html' },
  );
}

async function sectionOf(thing: Exported): Promise<string> {
  const files = await Promise.all(
    thing.files.map(async ({ name, bytes }) =>
      bytes === null
        ? `<li>${safe(name)} (${safe(thing.gone)})</li>`
        : `<li><a download="${safe(name)}" href="${await dataUrl(bytes)}">${safe(name)}</a></li>`,
    ),
  );
  const list = files.length === 0 ? '' : `<h2>${safe(thing.filesTitle)}</h2>\n<ul>\n${files.join('\n')}\n</ul>\n`;
  const reason = thing.reason === '' ? '' : `<p><strong>${safe(thing.reason)}</strong></p>\n`;
  return `<h1>${safe(thing.title)}</h1>\n<p>${safe(thing.made)}</p>\n${reason}<pre>${safe(thing.lines.join('\n'))}</pre>\n${list}`;
}

/** As bytes of no kind: opening the link must offer a file, never show a page. */
async function dataUrl(bytes: Blob): Promise<string> {
  const all = new Uint8Array(await bytes.arrayBuffer());
  let text = '';
  // A call takes so many arguments and no more.
  for (let at = 0; at < all.length; at += 0x80_00) text += String.fromCharCode(...all.subarray(at, at + 0x80_00));
  return `data:application/octet-stream;base64,${btoa(text)}`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function safe(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
