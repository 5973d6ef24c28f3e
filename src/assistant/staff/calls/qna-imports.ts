import type { ImportReply } from '#domain/assistant/wire/qna-imports.ts';
import { deviceId } from '../../../net/device-id.ts';
import { SignedOut } from '../../../net/errors.ts';
import { type Api, createApi } from '../../../net/http.ts';
import { storedToken } from '../../../net/stored-session.ts';
import { call } from '../../../net/call.ts';

/**
 * Sends a file to be checked. Nothing is imported yet.
 * @param progress called with the share of the file that was sent, from 0 to 1
 */
export async function checkImport(
  api: Api,
  file: File,
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<ImportReply> {
  const form = new FormData();
  form.append('file', file, file.name);
  const sender = createApi({ token: storedToken, deviceId, fetch: fetchWithProgress(progress) });
  try {
    return await sender.json({ method: 'POST', path: '/qnas/imports', form, signal });
  } catch (error) {
    // The session's own client reports that it has ended.
    if (error instanceof SignedOut) await call(api, 'GET /qnas/imports');
    throw error;
  }
}

/**
 * Returns a `fetch` that reports how much of its body was sent, which `fetch` itself does not. It is for calls of our own
 * API with a form.
 * @param progress called with a share from 0 to 1
 */
function fetchWithProgress(progress: (share: number) => void): typeof fetch {
  return (input, { method = 'GET', headers, body, signal } = {}) => {
    const request = new XMLHttpRequest();
    request.open(method, addressOf(input));
    request.responseType = 'blob';
    new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value));
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) progress(loaded / total);
    });
    return new Promise<Response>((resolve, reject) => {
      request.addEventListener('load', () => resolve(responseOf(request)));
      request.addEventListener('error', () => reject(new TypeError('There was no reply.')));
      request.addEventListener('abort', () => reject(signal?.reason instanceof Error ? signal.reason : abortError()));
      signal?.addEventListener('abort', () => request.abort(), { once: true });
      // An abort before the call is sent has no event.
      if (signal?.aborted === true) reject(abortError());
      else request.send(body instanceof ReadableStream ? null : (body ?? null));
    });
  };
}

function addressOf(input: RequestInfo | URL): string {
  return typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return new Response(request.response as Blob, { status: request.status, headers });
}

function abortError(): Error {
  return new DOMException('The call was canceled.', 'AbortError');
}
