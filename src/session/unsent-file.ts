import type { OutboxEntry } from '../db/schema.ts';

/** Returns commands as a text file: of messages their text, of others all that they contain. */
export function fileOfUnsent(entries: readonly OutboxEntry[]): Blob {
  const parts = entries.map(({ args, createdAt, type }) => {
    const text = 'content' in args && typeof args.content === 'string' ? args.content : JSON.stringify(args, null, 2);
    const files = 'files' in args ? (args.files ?? []).map(({ name }) => `[${name}]`) : [];
    return [`${new Date(createdAt).toISOString()} ${type}`, text, ...files].join('\n');
  });
  return new Blob([`${parts.join('\n\n')}\n`], { type: 'text/plain' });
}
