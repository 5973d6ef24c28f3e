import { SaxesParser } from 'saxes';
import { StringDecoder } from 'node:string_decoder';
import { Unreadable } from './unreadable.ts';
import { relationsOf, targetOf, type ZipParts } from './zip-parts.ts';

/** Callbacks for the parts of a document. Names come without their prefix. */
export interface XmlHandler {
  /** Each attribute, before its element is opened. */
  attribute?(): void;
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Deepest nesting of elements. Tables in tables in text boxes reach about forty. */
const maxDepth = 256;

/**
 * Reads an XML part from its start to its end. Only the five entities of XML itself exist: a document type is refused,
 * so that no other can be declared. Office writes none.
 * @throws Unreadable `broken` for what is not well-formed
 */
export async function readXml(parts: ZipParts, part: string, handler: XmlHandler): Promise<void> {
  const parser = new SaxesParser({ position: false });
  let depth = 0;
  parser.on('error', () => {
    throw new Unreadable('broken');
  });
  parser.on('doctype', () => {
    throw new Unreadable('broken');
  });
  parser.on('attribute', () => handler.attribute?.());
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > maxDepth) throw new Unreadable('broken');
    handler.open?.(localName(name), attributes as Record<string, string>);
  });
  parser.on('text', (text) => handler.text?.(text));
  parser.on('cdata', (text) => handler.text?.(text));
  parser.on('closetag', ({ name }) => {
    depth--;
    handler.close?.(localName(name));
  });
  const decoder = new StringDecoder('utf8');
  for await (const bytes of parts.read(part)) parser.write(decoder.write(bytes));
  parser.write(decoder.end()).close();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Returns the parts that a part refers to, by the id of the relationship. Targets outside the file are left out. */
export async function relationsFrom(parts: ZipParts, part: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const relations = relationsOf(part);
  if (!parts.has(relations)) return found;
  await readXml(parts, relations, {
    open(name, { Id: id, Target: target, TargetMode: mode }) {
      if (name !== 'Relationship' || id === undefined || target === undefined || mode === 'External') return;
      found.set(id, targetOf(part, target));
    },
  });
  return found;
}
