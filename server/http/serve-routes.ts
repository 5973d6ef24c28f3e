import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  ContextConfigDefault,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
} from 'fastify';
import type { Route, RouteTable } from '#domain/ground/wire/route.ts';

/** Serves a route: what it gets and returns has the types of its schemas. */
type RouteHandler<Of extends Route> = RouteHandlerMethod<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  RouteGenericInterface,
  ContextConfigDefault,
  Of,
  TypeBoxTypeProvider
>;

/**
 * Returns a function that serves a route of a table, with the schemas that the table has for it. A route with one kind of
 * reply has its status from there, too.
 * @param prefix stands before the paths of the table
 */
export function serving<Table extends RouteTable>(app: FastifyInstance, table: Table, prefix = '') {
  return <Key extends keyof Table & keyof RouteTable>(
    route: Key,
    handler: RouteHandler<Table[Key]>,
    options: { bodyLimit?: number } = {},
  ): void => {
    const { keyed, ...schema } = table[route] as Route;
    const [method = '', path = ''] = route.split(' ');
    const [status = '200', ...others] = Object.keys(schema.response ?? {});
    app.route({
      ...options,
      method,
      url: prefix + path,
      schema,
      config: keyed === undefined ? {} : { keyed },
      handler(request, reply) {
        if (others.length === 0) reply.code(Number(status));
        // The table's types are narrower than those of any request.
        return (handler as unknown as RouteHandlerMethod).call(this, request, reply);
      },
    });
  };
}
