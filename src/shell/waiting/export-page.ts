import { escapeHtml } from '#domain/ground/html.ts';

/**
 * Content of the HTML export of one command: a single file that opens in any browser, also without a
 * network, and contains the attachments.
 */
export interface ExportedCommand {
  language: string;
  title: string;
  made: string;
  /** Reason for the refusal of the command; empty when it was not refused. */
  reason: string;
  lines: readonly string[];
  filesTitle: string;
  files: readonly { name: string; bytes: Blob | null }[];
  /** Text for a file whose bytes are no longer on this device. */
  gone: string;
}

/** Returns one command as an HTML file. */
export async function exportPage(thing: ExportedCommand): Promise<Blob> {
  return pageOf(thing.language, thing.title, [await sectionOf(thing)]);
}

/** Returns several commands as one HTML file, one below the other. */
export async function exportAll(language: string, title: string, things: readonly ExportedCommand[]): Promise<Blob> {
  return pageOf(language, title, await Promise.all(things.map(sectionOf)));
}

function pageOf(language: string, title: string, sections: readonly string[]): Blob {
  return new Blob(
    [
      `<!doctype html>\n<html lang="${escapeHtml(language)}">\n<meta charset="utf-8">\n`,
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'">\n<title>${escapeHtml(title)}</title>\n`,
      ...sections,
      '</html>\n',
    ],
    { type: 'text/html' },
  );
}

async function sectionOf(thing: ExportedCommand): Promise<string> {
  const files = await Promise.all(
    thing.files.map(async ({ name, bytes }) =>
      bytes === null
        ? `<li>${escapeHtml(name)} (${escapeHtml(thing.gone)})</li>`
        : `<li><a download="${escapeHtml(name)}" href="${await dataUrl(bytes)}">${escapeHtml(name)}</a></li>`,
    ),
  );
  const list = files.length === 0 ? '' : `<h2>${escapeHtml(thing.filesTitle)}</h2>\n<ul>\n${files.join('\n')}\n</ul>\n`;
  const reason = thing.reason === '' ? '' : `<p><strong>${escapeHtml(thing.reason)}</strong></p>\n`;
  return `<h1>${escapeHtml(thing.title)}</h1>\n<p>${escapeHtml(thing.made)}</p>\n${reason}<pre>${escapeHtml(thing.lines.join('\n'))}</pre>\n${list}`;
}

/** Returns a data URL of type `application/octet-stream`, so that the link downloads a file and never opens a page. */
async function dataUrl(bytes: Blob): Promise<string> {
  const all = new Uint8Array(await bytes.arrayBuffer());
  let text = '';
  // In slices, because the number of arguments of a call is limited.
  for (let at = 0; at < all.length; at += 0x80_00) text += String.fromCharCode(...all.subarray(at, at + 0x80_00));
  return `data:application/octet-stream;base64,${btoa(text)}`;
}
