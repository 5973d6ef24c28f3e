import type { Random } from '../simulation/random.ts';
import { pdf, png } from '../support/files/sample-files.ts';
import { oddForm } from './forms.ts';
import type { Route, Schema } from './routes.ts';
import { hostile, type Mood, type Names, pathPart, valueOf } from './values.ts';
import type { World } from './world.ts';

/** A request as sent. */
export interface MadeRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
}

/** Creates one request to a route. It depends on `random` and on the known ids. */
export function madeRequest(route: Route, random: Random, world: World, kind: string): MadeRequest {
  const names = { ids: world.ids, emails: world.emails, own: world.idOf(kind) };
  const mood: Mood = random.pick(['valid', 'valid', 'valid', 'near', 'near', 'hostile']);
  const token = world.tokenOf(kind);
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  let path = route.path;
  const query: string[] = [];
  for (const { in: where, name, required, schema } of route.params) {
    if (where === 'path') path = path.replace(`{${name}}`, () => pathPart(schema, name, random, mood, names));
    else if (where === 'query' && (required || random.chance(0.6)))
      query.push(`${name}=${queryValue(schema, random, mood, names)}`);
    else if (where === 'header' && random.chance(0.5)) headers[name] = headerValue(random, mood);
  }
  if (mood === 'hostile') query.push(...oddQuery(random));
  oddHeaders(headers, random, mood);
  const body = bodyOf(route, random, mood, names, headers);
  return { method: route.method, path: query.length === 0 ? path : `${path}?${query.join('&')}`, headers, body };
}

function queryValue(schema: Schema, random: Random, mood: Mood, names: Names): string {
  const value = valueOf(schema, random, mood, names);
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
  return encodeURIComponent(text.toWellFormed().slice(0, 4000));
}

function oddQuery(random: Random): string[] {
  const odd = [
    'page=1&page=2',
    'limit[]=1',
    'a=%',
    '__proto__[x]=1',
    '=',
    '&&',
    'before=2147483648',
    'q=%00',
    'format=json',
    'x=%ED%A0%80',
  ];
  return random.chance(0.4) ? [random.pick(odd)] : [];
}

/** Returns a header value that HTTP permits. */
function headerValue(random: Random, mood: Mood): string {
  if (mood === 'valid') return random.uuid();
  return random.pick([
    random.uuid(),
    '',
    'x',
    'a'.repeat(64),
    '\u00e9\u00ff',
    'x'.repeat(6000),
    '../x',
    "' or 1=1",
    'null',
    '0',
  ]);
}

function oddHeaders(headers: Record<string, string>, random: Random, mood: Mood): void {
  if (random.chance(0.5)) headers['x-device-id'] = mood === 'hostile' ? headerValue(random, mood) : 'd'.repeat(64);
  if (random.chance(0.1))
    headers['accept'] = random.pick(['text/event-stream', '*/*', 'text/html', 'application/xml', '']);
  if (mood !== 'hostile') return;
  const odd: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'x-forwarded-for': '10.0.0.1, evil' },
    { 'accept-language': 'x'.repeat(2000) },
    { authorization: 'Bearer ' },
    { authorization: `Basic ${btoa('a:b')}` },
    { authorization: `Bearer ${'x'.repeat(4000)}` },
    { cookie: 'at=x; deviceId=y' },
    { 'if-none-match': '*' },
    { range: 'bytes=0-0,1-1,-5' },
    { 'content-encoding': 'gzip' },
    { expect: 'x' },
    { 'tus-resumable': '1.0.0', 'upload-length': random.pick(['-1', '10', '1e9', '99999999999999999999', 'x']) },
    { 'tus-resumable': '9.9.9', 'upload-concat': 'final;/a /b', 'upload-length': '5' },
    { 'tus-resumable': '1.0.0', 'upload-offset': random.pick(['0', '-5', '7', 'NaN', '1e400']) },
  ];
  if (random.chance(0.4)) Object.assign(headers, random.pick(odd));
}

const jsonType = 'application/json';
const types = [
  'text/plain',
  'text/csv',
  'application/xml',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'x',
  '',
];

function bodyOf(
  route: Route,
  random: Random,
  mood: Mood,
  names: Names,
  headers: Record<string, string>,
): Buffer | undefined {
  if (route.path.includes('/uploads')) return uploadBody(route, random, mood, headers);
  const forms = route.bodies['multipart/form-data'];
  const schema = route.bodies[jsonType];
  if (forms !== undefined && random.chance(0.5)) return formBody(forms, random, mood, names, headers);
  if (schema === undefined) {
    const isRead = route.method === 'GET';
    if (isRead && mood !== 'hostile') return undefined;
    if (random.chance(mood === 'hostile' && !isRead ? 0.3 : 0.8)) return undefined;
    headers['content-type'] = jsonType;
    return Buffer.from(JSON.stringify(hostile(random)));
  }
  headers['content-type'] = mood === 'hostile' && random.chance(0.15) ? random.pick(types) : jsonType;
  if (mood === 'hostile' && random.chance(0.15)) return random.pick(brokenJson);
  return Buffer.from(JSON.stringify(valueOf(schema, random, mood, names)) ?? 'null');
}

const brokenJson = [
  Buffer.from(''),
  Buffer.from('{'),
  Buffer.from('{"a":1,"a":2}'),
  Buffer.from('\ufeff{}'),
  Buffer.from([0x22, 0xff, 0xfe, 0x22]),
  Buffer.from('{"text":"\\ud800"}'),
  Buffer.from('{"__proto__":{"isAdmin":true}}'),
  Buffer.from(`${'['.repeat(50_000)}${']'.repeat(50_000)}`),
  Buffer.from('1e999'),
  Buffer.from(`{"text":"${'y'.repeat(700_000)}"}`),
];

function formBody(schema: Schema, random: Random, mood: Mood, names: Names, headers: Record<string, string>): Buffer {
  // A form always has fields, whatever value was drawn.
  const { files: _files, ...fields } = Object(valueOf(schema, random, mood, names)) as Record<string, unknown>;
  const { type, body } = oddForm(fields, random, mood);
  headers['content-type'] = type;
  return body;
}

/** Uploads use headers that the description does not cover. */
function uploadBody(
  { method }: Route,
  random: Random,
  mood: Mood,
  headers: Record<string, string>,
): Buffer | undefined {
  const bytes = random.pick([png(random.below(50)), pdf, Buffer.from('x'), Buffer.alloc(0)]);
  const tus: Record<string, string> = { 'tus-resumable': '1.0.0' };
  if (method === 'POST') {
    const name = random.pick(['a.png', 'a.pdf', '../x.exe', 'CON', 'a.svg']);
    tus['upload-length'] = String(bytes.length);
    tus['upload-metadata'] = `filename ${btoa(name)},sha256 ${btoa(random.pick(['0'.repeat(64), 'x', '']))}`;
    if (mood === 'hostile')
      tus['upload-metadata'] = random.pick(['', ',', 'filename', 'a b c', 'filename %%%,sha256 ==', 'x'.repeat(5000)]);
  }
  if (method === 'PATCH')
    Object.assign(tus, { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' });
  for (const [name, value] of Object.entries(tus)) if (mood === 'valid' || random.chance(0.8)) headers[name] ??= value;
  return method === 'PATCH' ? bytes : undefined;
}

/** Returns the request as a shell command; a long body is in a file that the command creates. */
export function curlOf(url: string, { method, path, headers, body }: MadeRequest): string {
  const named = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value.slice(0, 300)}`)}`);
  const sent =
    body === undefined ? '' : ` --data-binary @<(echo ${body.subarray(0, 3000).toString('base64')} | base64 -d)`;
  const cut = body !== undefined && body.length > 3000 ? `  # the first 3,000 of ${body.length} bytes` : '';
  return `curl --path-as-is -X ${method} ${named.join(' ')} ${quoted(url + path)}${sent}${cut}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
