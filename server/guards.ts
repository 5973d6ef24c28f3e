import type { FastifyRequest } from 'fastify';
import { Refusal } from '#domain/errors.ts';
import {
  administersCompany,
  canChatWithExperts,
  disablesAiChat,
  hasNavigatorPass,
  isInstantTester,
  isStaff,
} from '#domain/permissions.ts';
import type { Person } from '#domain/users.ts';
import { sessionOf, type SessionUser } from './sessions.ts';
import type { Db } from './store/database.ts';

/** Who may call. The rules are those of `domain/permissions.ts`, asked anew for each request. */

declare module 'fastify' {
  interface FastifyInstance {
    db: Db;
  }
  interface FastifyRequest {
    /** Set by `requireSession`; there on every route that has it. */
    session: SessionUser;
  }
}

/** Lets only people with a live session through, by their bearer token alone: a cookie is never looked at. */
export async function requireSession(request: FastifyRequest): Promise<void> {
  const session = await sessionOf(request.server.db, bearerOf(request.headers.authorization));
  if (session === undefined) throw new Refusal('UNAUTHORIZED');
  request.session = session;
}

/** The token of an `Authorization: Bearer` header; empty when there is none. */
export function bearerOf(header: string | undefined): string {
  return /^Bearer +([^ ]+) *$/i.exec(header ?? '')?.[1] ?? '';
}

/** After `requireSession`: platform staff. */
export const requireStaff = requireThat(isStaff);

/** After `requireSession`: people whose plan includes experts. */
export const requireExpertChat = requireThat(canChatWithExperts);

/** After `requireSession`: people with the Navigator pass. */
export const requireNavigator = requireThat(hasNavigatorPass);

/** After `requireSession`: people whose plan includes the assistant. */
export const requireAssistant = requireThat((person) => !disablesAiChat(person));

/** After `requireSession`: everybody but instant testers, who have no company. */
export const requireNoTester = requireThat((person) => !isInstantTester(person));

/** After `requireSession`: administrators of a company, and staff. */
export const requireCompanyAdmin = requireThat((person) => isStaff(person) || administersCompany(person));

function requireThat(claim: (person: Person) => boolean) {
  return async (request: FastifyRequest): Promise<void> => {
    if (!claim(request.session.person)) throw new Refusal('FORBIDDEN');
  };
}
