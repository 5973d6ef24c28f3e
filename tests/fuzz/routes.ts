import { type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

/** The routes of a server, from its OpenAPI description. */

export interface Route {
  /** `POST /api/v1/auth/login` */
  name: string;
  method: string;
  path: string;
  params: { in: string; name: string; required: boolean; schema: Schema }[];
  /** By content type; empty when it takes no body. */
  bodies: Record<string, Schema>;
  /** For each described status and content type: whether a body matches. A reply without a body has none. */
  replies: Map<number, Record<string, (body: unknown) => boolean>>;
}

/** The parts of a JSON schema that values are generated from. */
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

/**
 * Reads the routes of a description.
 * @param description the reply of `/docs/json`
 */
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

/** Converts to a strict JSON schema: nullable types are explicit, and unknown properties are forbidden. */
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
