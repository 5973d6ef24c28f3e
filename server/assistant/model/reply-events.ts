import { ReplyTooLarge } from '../../limits/limited-reply.ts';
import { ModelFailed } from './model-failed.ts';

/**
 * Makes the reply of an endpoint that does not stream one that does: one event with the whole text. Some proxies ignore
 * the wish to stream, and some report an error as JSON with status 200.
 * @throws ModelFailed when the JSON is no answer
 */
export async function eventsOf(reply: Response): Promise<Response> {
  const type = reply.headers.get('content-type') ?? '';
  if (!reply.ok || !/\bjson\b/i.test(type)) return reply;
  const body: unknown = await reply.json().catch((error: unknown) => {
    if (error instanceof ReplyTooLarge) throw error;
  });
  const choice: unknown = Reflect.get(Object(Reflect.get(Object(body), 'choices')), 0);
  const content: unknown = Reflect.get(Object(Reflect.get(Object(choice), 'message')), 'content');
  if (typeof content !== 'string') throw new ModelFailed('unreadable', 'JSON without an answer');
  const end: unknown = Reflect.get(Object(choice), 'finish_reason') ?? 'stop';
  const event = { choices: [{ index: 0, delta: { content }, finish_reason: end }] };
  return new Response(`data: ${JSON.stringify(event)}\n\ndata: [DONE]\n\n`, {
    headers: { 'content-type': 'text/event-stream' },
  });
}
