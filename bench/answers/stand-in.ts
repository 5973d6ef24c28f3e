import { keyIn } from '../../tests/support/keyed-question.ts';
import { chunk, startModelServer } from '../../tests/support/model-server.ts';

/** Words of a reply, and the time between two of them, in ms. */
const [words, everyMs] = [150, 100];

/** A model that writes a word every 100 ms for 15 seconds. It notes when it sent the first word of each question. */
export interface StandIn {
  url: string;
  /** The time of the first word, by the number of the question. */
  sentAt: Map<number, number>;
  /** Number of replies that are being written. */
  open(): number;
  close(): Promise<void>;
}

export async function startStandIn(): Promise<StandIn> {
  const model = await startModelServer();
  const sentAt = new Map<number, number>();
  let open = 0;
  model.reply = (response, call) => {
    const key = keyIn(call) ?? NaN;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    open++;
    let left = words;
    const timer = setInterval(() => {
      if (left === words) sentAt.set(key, performance.now());
      response.write(chunk('word '));
      if (--left > 0) return;
      clearInterval(timer);
      response.end(`${chunk('[1].', 'stop')}data: [DONE]\n\n`);
    }, everyMs);
    response.on('close', () => {
      clearInterval(timer);
      open--;
    });
  };
  return { url: model.url, sentAt, open: () => open, close: () => model.close() };
}
