import { MB } from '#domain/ground/units.ts';
import { FileAllowance } from '../file-text/allowance.ts';
import { Unreadable } from '../file-text/unreadable.ts';
import { readXml } from '../file-text/xml.ts';
import { ZipParts } from '../file-text/zip-parts.ts';

/**
 * Parts that an Office file may contain. Parts of another kind are refused by their name, their content type or the
 * relationship that leads to them, in any case: a program is a program also under the name of a picture.
 */

/** A part that is not accepted, and what it is in words. */
export interface ForbiddenPart {
  part: string;
  what: string;
}

/** Kinds that are refused, by words of their names, content types and relationships. */
const forbidden: readonly [what: string, words: RegExp][] = [
  ['macros', /macroenabled|vbaproject|vbadata|macrosheet|xlmacro|intlmacro|dialogsheet|keymapcustomizations/],
  ['customized menus', /customui|usercustomization|ui\/extensibility|attachedtoolbars|webextension|taskpanes/],
  ['ActiveX controls', /activex|relationships\/control$/],
  ['embedded objects', /oleobject|afchunk|relationships\/subdocument$/],
  [
    'links to other files',
    /externallink|relationships\/(?:connections|querytable|frame)$|\/connections\.xml$|querytables\//,
  ],
];

/** Folders and endings of the parts that are accepted. XML is, because its content type says what it does. */
const accepted: readonly RegExp[] = [
  /\.(?:xml|rels|vml)$/,
  /^(?:xl|word|ppt)\/(?:.+\/)?media\/[^/]+\.(?:png|jpe?g|gif|bmp|tiff?|emf|wmf|svg|wdp|webp|heic|mp4|m4[av]|mov|mp3|wav|wm[av]|avi)$/,
  /^docprops\/thumbnail\.(?:png|jpe?g|emf|wmf)$/,
  /^(?:xl|word|ppt)\/printersettings\/[^/]+\.bin$/,
  /^(?:xl|word|ppt)\/fonts\/[^/]+\.(?:odttf|fntdata|ttf|otf)$/,
  /^xl\/customproperty\/[^/]+\.bin$/,
];

/** The tables behind the charts of Word and PowerPoint, which are workbooks. */
const chartTable = /^(?:word|ppt)\/embeddings\/[^/]+\.xlsx$/;

/**
 * Limits of what is looked at in a file together with the workbooks in it, because a kilobyte can hold gigabytes of
 * descriptions. A sheet may have some ten thousand links, each an element with four attributes; a presentation, a
 * workbook for each chart.
 */
const most = {
  parts: 10_000,
  workbooks: 200,
  inflatedBytes: 32 * MB,
  /** Parts with content types or relationships, their bytes, and the elements and attributes in them. */
  descriptions: 3_000,
  describedBytes: 8 * MB,
  described: 200_000,
};

/** Deepest workbook in a file that is looked into. */
const deepest = 1;

/**
 * Returns the first part of an Office file that is not accepted; undefined when all are.
 * @param allowance what is left for the file; spent
 * @throws an error for what is no such file, or too large to look at
 */
export async function forbiddenPartOf(
  bytes: Buffer,
  allowance = new FileAllowance(most),
  depth = 0,
): Promise<ForbiddenPart | undefined> {
  const parts = await ZipParts.open(bytes, allowance);
  const names = parts.names();
  for (const part of names) {
    const found = forbiddenName(part, depth);
    if (found !== undefined) return found;
  }
  const endings = new Set(names.map(endingOf));
  for (const part of names.filter((name) => /\.rels$|^\[content_types\]\.xml$/i.test(name))) {
    allowance.take('descriptions');
    allowance.take('describedBytes', parts.sizeOf(part));
    const found = await forbiddenKind(parts, part, endings, allowance);
    if (found !== undefined) return found;
  }
  for (const part of names.filter((name) => chartTable.test(name.toLowerCase()))) {
    allowance.take('workbooks');
    const found = await forbiddenPartOf(await wholeOf(parts, part), allowance, depth + 1);
    if (found !== undefined) return { ...found, part: `${part}/${found.part}` };
  }
  return undefined;
}

/** Returns what follows the last dot. */
function endingOf(text: string): string {
  return text.slice(text.lastIndexOf('.') + 1).toLowerCase();
}

function forbiddenName(part: string, depth: number): ForbiddenPart | undefined {
  const name = part.toLowerCase();
  // Some programs list folders too.
  if (name.endsWith('/')) return undefined;
  const what = whatIs(name);
  if (what !== undefined) return { part, what };
  if (chartTable.test(name) && depth < deepest) return undefined;
  if (name.includes('embeddings/')) return { part, what: 'embedded objects' };
  return accepted.some((kind) => kind.test(name)) ? undefined : { part, what: 'a part of an unknown kind' };
}

/** Looks at the content types or relationships that a part lists. @param endings those of all parts */
async function forbiddenKind(
  parts: ZipParts,
  part: string,
  endings: ReadonlySet<string>,
  allowance: FileAllowance<'described'>,
): Promise<ForbiddenPart | undefined> {
  let found: ForbiddenPart | undefined;
  await readXml(parts, part, {
    attribute() {
      allowance.take('described');
    },
    open(name, attributes) {
      allowance.take('described');
      const {
        PartName: partName,
        Extension = '',
        ContentType = '',
        Type = '',
        Target = '',
        TargetMode = '',
      } = attributes;
      if (found !== undefined) return;
      // A default says something about a part only if there is one with this ending.
      if (name === 'Default' && !endings.has(endingOf(Extension))) return;
      const what = whatIs(ContentType.toLowerCase()) ?? whatIs(Type.toLowerCase());
      if (what !== undefined) found = { part: partName ?? (Target === '' ? part : Target), what };
      else if (isForeignTemplate(Type, Target, TargetMode)) found = { part: Target, what: 'links to other files' };
    },
  });
  return found;
}

/** A template on another computer is loaded, with its macros, when the file is opened. */
function isForeignTemplate(type: string, target: string, mode: string): boolean {
  return (
    /\/attachedtemplate$/i.test(type) &&
    mode.toLowerCase() === 'external' &&
    /^(?:https?|ftps?):|^\\\\|^file:(?:\/\/\/?\\\\|\/\/[^/\\])/i.test(target.trim())
  );
}

function whatIs(text: string): string | undefined {
  return forbidden.find(([, words]) => words.test(text))?.[0];
}

async function wholeOf(parts: ZipParts, part: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of parts.read(part)) pieces.push(piece);
  if (pieces.length === 0) throw new Unreadable('broken');
  return Buffer.concat(pieces);
}
