import type { ModelServer } from './model-server.ts';

type Call = Parameters<ModelServer['reply']>[1];

/** Returns the numbered sources that a stand-in was sent. */
function sourcesIn(call: Call): { n: number; title: string; text: string }[] {
  const [, , , sources = '[]'] = (call.body.messages[1]?.content ?? '').split(/<\/?[0-9a-f]{24}>/);
  return JSON.parse(sources) as { n: number; title: string; text: string }[];
}

/** Returns an answer that the first source supports, in pieces. */
export function supportedBy(call: Call): string[] {
  const text = (sourcesIn(call)[0]?.text ?? '').replace(/\s+/g, ' ');
  const sentence = /^.*?[.!?](?= |$)/.exec(text)?.[0] ?? text;
  return [...`${sentence.replace(/[.!?]$/, '')} [1].`.matchAll(/\S+\s*/g)].map(([word]) => word);
}
