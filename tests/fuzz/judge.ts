import type { MadeRequest } from './requests.ts';
import type { Route } from './routes.ts';
import { type Answer, isMoreThanIsRead } from './send.ts';

/** What must not happen, and the request that made it happen. */
export interface Violation {
  what: string;
  number: number;
  curl: string;
}

/** Refusals by configuration: card payments are not set up on the server under test. */
const notSetUp = 501;

/** @returns what is wrong with this answer; undefined when it is as described. Of cuts see `judgeCut`. */
export function judge(route: Route, answer: Answer): string | undefined {
  const { status, type, text, fault } = answer;
  if (fault === 'cut') return undefined;
  if (fault === 'silent') return 'no answer came';
  if (status >= 500 && status !== notSetUp) return `status ${status}: ${text.slice(0, 300)}`;
  if (status >= 400)
    return saysOther(status, text) ? `status ${status} with the body ${text.slice(0, 300)}` : undefined;
  if (status < 200 || status >= 300) return undefined;
  const described = route.replies.get(status);
  if (described === undefined) return `status ${status} is not described`;
  if (text === '') return undefined;
  const kind = type.split(';')[0]?.trim() ?? '';
  const fits = described[kind] ?? described['*/*'];
  if (fits === undefined) return `a reply of type "${kind}" is not described for ${status}`;
  if (!kind.includes('json')) return undefined;
  const bodies = kind === 'application/x-ndjson' ? text.trim().split('\n') : [text];
  const wrong = bodies.map(parsed).find((body) => !fits(body));
  return wrong === undefined ? undefined : `the body is outside its schema: ${JSON.stringify(wrong).slice(0, 600)}`;
}

/** A request whose connection ended without a whole answer. */
export interface Cut {
  request: MadeRequest;
  /** The server has logged that it cut off this call because its caller lost a right. */
  isCutOff: () => Promise<boolean>;
}

/** Why a server may cut a connection. It answers everything else, also what is no HTTP (`raw-requests.test.ts`). */
const rightCuts: readonly { why: string; is: (cut: Cut) => boolean | Promise<boolean> }[] = [
  { why: 'more came than is read of a body that is refused', is: ({ request }) => isMoreThanIsRead(request.body) },
  { why: 'its caller lost a right while it was under way (0046)', is: ({ isCutOff }) => isCutOff() },
];

/** @returns what is wrong with a connection that was cut; undefined when there was a reason for it */
export async function judgeCut(cut: Cut): Promise<string | undefined> {
  for (const { is } of rightCuts) if (await is(cut)) return undefined;
  return 'the connection was cut without an answer';
}

/** Whether an error names another status than the one it came with. */
function saysOther(status: number, text: string): boolean {
  const body = parsed(text);
  return typeof body === 'object' && body !== null && 'statusCode' in body && body.statusCode !== status;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
