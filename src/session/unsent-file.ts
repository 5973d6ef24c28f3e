import type { UnsentRows } from '../db/lost/restore.ts';
import type { OutboxEntry } from '../db/schema.ts';

/** Returns unsent commands and drafts as a text file: of messages their text, of others all that they contain. */
export function fileOfUnsent({ entries, drafts }: UnsentRows): Blob {
  const parts = [
    ...entries.map((entry) => `${new Date(entry.createdAt).toISOString()} ${entry.type}\n${textOfCommand(entry)}`),
    ...drafts.map(({ at, key, value }) => `${new Date(at).toISOString()} ${key}\n${textOfDraft(value)}`),
  ];
  return new Blob([`${parts.join('\n\n')}\n`], { type: 'text/plain' });
}

/** Returns what its user has typed, command by command and draft by draft. */
export function typedTextsOf({ entries, drafts }: UnsentRows): string[] {
  return [...entries.map(textOfCommand), ...drafts.map(({ value }) => textOfDraft(value))].filter(
    (text) => text !== '',
  );
}

/** Returns the text of a message or question with the names of its files; of other commands all that they contain. */
export function textOfCommand({ args }: OutboxEntry): string {
  const said = 'content' in args ? args.content : 'text' in args ? args.text : undefined;
  const text = typeof said === 'string' ? said : JSON.stringify(args, null, 2);
  const files = 'files' in args ? (args.files ?? []).map(({ name }) => `[${name}]`) : [];
  return [text, ...files].join('\n');
}

/** Returns the text of a draft; '' if it has none. */
export function textOfDraft(value: unknown): string {
  if (value === null || value === undefined || value instanceof Blob) return '';
  const { text } = value as { text?: unknown };
  return typeof text === 'string' ? text : JSON.stringify(value, null, 2);
}
