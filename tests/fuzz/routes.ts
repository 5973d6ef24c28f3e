import { type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

/** The routes of a server as its OpenAPI description names them. */

export interface Route {
  /** `POST /api/v1/auth/login` */
  name: string;
  method: string;
  path: string;
  params: { in: string; name: string; required: boolean; schema: Schema }[];
  /** By content type; none when it takes no body. */
  bodies: Record<string, Schema>;
  /** Of each described status, by content type, whether a body fits; a reply without a body has none. */
  replies: Map<number, Record<string, (body: unknown) => boolean>>;
}

/** A JSON schema, as far as values are made from it. */
export interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  nullable?: boolean;
  additionalProperties?: Schema | boolean;
}

interface Described {
  parameters?: { in: string; name: string; required?: boolean; schema: Schema }[];
  requestBody?: { content?: Record<string, { schema: Schema }> };
  responses?: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}

/** @param description what `/docs/json` answers */
export function describedRoutes(description: unknown): Route[] {
  const { paths } = description as { paths: Record<string, Record<string, Described>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => routeOf(method.toUpperCase(), path, described)),
  );
}

function routeOf(method: string, path: string, { parameters, requestBody, responses }: Described): Route {
  return {
    name: `${method} ${path}`,
    method,
    path,
    params: (parameters ?? []).map((each) => ({ ...each, required: each.required === true })),
    bodies: Object.fromEntries(Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => [type, schema])),
    replies: new Map(
      Object.entries(responses ?? {}).map(([status, { content = {} }]) => [
        Number(status),
        Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, checkOf(schema ?? {})])),
      ]),
    ),
  };
}

function checkOf(schema: Schema): (body: unknown) => boolean {
  if (schema.format === 'binary') return () => true;
  const exact = Compile(exactly(schema) as TSchema);
  return (body) => exact.Check(body);
}

/** As plain JSON schema: what may be null says so, and what is not named may not be there. */
function exactly(schema: Schema): object {
  const { nullable, properties, items, anyOf, ...rest } = schema;
  const plain = {
    ...rest,
    ...(items === undefined ? {} : { items: exactly(items) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(exactly) }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, exactly(each)])),
          additionalProperties: rest.additionalProperties ?? false,
        }),
  };
  return nullable === true ? { anyOf: [plain, { type: 'null' }] } : plain;
}
