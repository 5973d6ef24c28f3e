/**
 * Returns a `fetch` that reports how much of its body was sent, which `fetch` itself does not. It is for calls of our
 * own API with a form.
 * @param progress called with a share from 0 to 1
 */
export function fetchWithProgress(progress: (share: number) => void): typeof fetch {
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
