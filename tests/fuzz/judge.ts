import type { MadeRequest } from './requests.ts';
import type { Route } from './routes.ts';
import { type Answer, isMoreThanIsRead } from './send.ts';

/** A forbidden reply, and its request. */
export interface Violation {
  what: string;
  number: number;
  curl: string;
}

/** Reply for features that are not configured: card payments on the server under test. */
const notSetUp = 501;

/**
 * Checks a reply against the description; for cut connections see `judgeCut`.
 * @returns the problem; undefined when there is none
 */
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

/** A request whose connection ended without a complete reply. */
export interface Cut {
  request: MadeRequest;
  /** Whether the server has logged that it cut this call because its caller lost a right. */
  isCutOff: () => Promise<boolean>;
}

/**
 * Reasons for which the server may cut a connection. It replies to everything else, even to bytes that are not HTTP
 * (`raw-requests.test.ts`).
 */
const rightCuts: readonly { why: string; is: (cut: Cut) => boolean | Promise<boolean> }[] = [
  { why: 'more came than is read of a body that is refused', is: ({ request }) => isMoreThanIsRead(request.body) },
  { why: 'its caller lost a right while it was under way (0046)', is: ({ isCutOff }) => isCutOff() },
];

/** Checks a cut connection. @returns the problem; undefined when there was a reason for the cut */
export async function judgeCut(cut: Cut): Promise<string | undefined> {
  for (const { is } of rightCuts) if (await is(cut)) return undefined;
  return 'the connection was cut without an answer';
}

/** Whether an error names another status than the reply has. */
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
