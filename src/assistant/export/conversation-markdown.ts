import type { TFunction } from 'i18next';
import type { Answer, AnswerSource } from '#domain/chat/chat.ts';
import { noteText, placeOf } from '../answer/file-texts.ts';
import { messageText, subjectOf } from '../../chat/parts/message-text.ts';
import { displayNameOf } from '../../i18n/display-name.ts';
import { dateOf, fullTimeOf } from '../../i18n/times.ts';
import type { MessageView } from '../../chat/views/view-types.ts';
import type { WholeConversation } from './whole-conversation.ts';

interface Markdown extends WholeConversation {
  title: string;
  /** Texts of chat.json, and the language for dates. */
  t: TFunction<'chat'>;
  language: string;
  meId: string;
}

/** Returns a conversation as Markdown: title, date, and each question and answer with its sources and files. */
export function conversationMarkdown({ title, messages, others, isCut, t, language, meId }: Markdown): string {
  const [first] = messages;
  const head = [
    `# ${title.replace(/\s+/g, ' ')}`,
    ...(first === undefined ? [] : [dateOf(language, first.createdAt)]),
    ...(isCut ? [`_${t('export.cut')}_`] : []),
  ];
  return `${[...head, ...messages.map((message) => messageMarkdown(message, { others, t, language, meId }))].join('\n\n')}\n`;
}

function messageMarkdown(
  message: MessageView,
  { others, t, language, meId }: Pick<Markdown, 'others' | 't' | 'language' | 'meId'>,
): string {
  const name = message.author.id === meId ? t('author.me') : displayNameOf(t, message.author.name);
  const text = message.handoff === undefined ? messageText(t, message) : t('handoff.note');
  const subject = subjectOf(message);
  return [
    `## ${name}, ${fullTimeOf(language, message.createdAt)}`,
    ...(others.has(message.id) ? [`_${t('export.otherVersion')}_`] : []),
    ...passagesMarkdown(message.answer),
    ...(subject === undefined ? [] : [`**${subject}**`]),
    // A question is quoted, so that nothing in it is a heading of this file. Answers are Markdown themselves.
    message.author.kind === 'user' ? text.replace(/^/gm, '> ') : text,
    ...(message.answer?.fileNotes ?? []).map((note) => noteText(t, note)),
    ...sourcesMarkdown(message.answer?.sources ?? [], t),
    ...message.files.map((file) => `- ${file.name}`),
  ].join('\n\n');
}

/** Returns what an answer quotes from files: tables, and text as code, in which nothing is Markdown. */
function passagesMarkdown(answer: Answer | undefined): string[] {
  return (answer?.sources ?? []).flatMap(({ file }) => {
    if (file === undefined) return [];
    return [file.isTable === true ? file.passage : file.passage.replace(/^/gm, '    ')];
  });
}

function sourcesMarkdown(sources: readonly AnswerSource[], t: TFunction<'chat'>): string[] {
  if (sources.length === 0) return [];
  const lines = sources.map(({ n, question, category, urls, file }) =>
    file === undefined
      ? [`${n}. ${question} (${category})`, ...urls.map((url) => `   <${url}>`)].join('\n')
      : `${n}. ${placeOf(t, file)}`,
  );
  return [`${t('sources.title')}:`, lines.join('\n')];
}
