import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { FastifyInstance } from 'fastify';
import { lazily } from '../ground/lazily.ts';

/** Makes `app` compile the serializer of a reply when it is first sent: all at once would delay the start. */
export function compileSerializersLate(app: FastifyInstance): void {
  const compile = SerializerSelector()({}, {});
  app.setSerializerCompiler((route) => {
    const serialize = lazily(() => compile({ ...route, httpStatus: route.httpStatus ?? '' }));
    return (data) => serialize()(data);
  });
}
