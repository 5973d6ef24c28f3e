import { expect, test } from 'vitest';
import { Pushed, RedisError, ReplyReader } from '../../../server/feed/redis-reply.ts';

const said = '+OK\r\n:3\r\n$5\r\nzwölf'.replace('$5', '$6') + '\r\n%1\r\n+role\r\n+master\r\n*2\r\n_\r\n-ERR no\r\n';
const news = '>3\r\n$7\r\nmessage\r\n$1\r\nc\r\n$4\r\na\r\nb\r\n';
const expected = ['OK', 3, 'zwölf', ['role', 'master'], [null, new RedisError('ERR no')]];

test('what Redis says is read, whatever pieces it comes in', () => {
  const bytes = Buffer.from(said + news);
  for (let size = 1; size <= bytes.length; size++) {
    const reader = new ReplyReader();
    const replies = [];
    for (let at = 0; at < bytes.length; at += size) replies.push(...reader.add(bytes.subarray(at, at + size)));
    expect(replies.slice(0, -1)).toEqual(expected);
    expect(replies.at(-1)).toEqual(new Pushed(['message', 'c', 'a\r\nb']));
  }
});

test('what is no Redis is told at once', () => {
  expect(() => new ReplyReader().add(Buffer.from('HTTP/1.1 400 Bad Request\r\n'))).toThrow('no reply of Redis');
});
