import { SignedOut } from './errors.ts';
import type { Api, Call } from './http.ts';
import type { UploadApi } from './uploads.ts';

/** Wraps an API so that every call that finds the session ended also reports it; the caller still gets the error. */

/** @param ended called with the server's message */
export function apiThatReportsSignOut(api: Api, ended: (reason: string) => void): Api {
  const tell = teller(ended);
  return {
    json: <T>(call: Call) => api.json<T>(call).catch(tell),
    raw: (call) => api.raw(call).catch(tell),
  };
}

/** @param ended called with the server's message */
export function uploadsThatReportSignOut(door: UploadApi, ended: (reason: string) => void): UploadApi {
  const tell = teller(ended);
  return {
    create: (file) => door.create(file).catch(tell),
    offsetOf: (url) => door.offsetOf(url).catch(tell),
    send: (url, offset, bytes) => door.send(url, offset, bytes).catch(tell),
  };
}

function teller(ended: (reason: string) => void): (error: unknown) => never {
  return (error) => {
    if (error instanceof SignedOut) ended(error.message);
    throw error;
  };
}
