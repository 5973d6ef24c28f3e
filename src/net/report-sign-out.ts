import { SignedOut } from './errors.ts';
import type { Api, Call } from './http.ts';
import type { UploadApi } from './uploads.ts';

/** Wraps an API so that every call that finds the session ended also reports it; the caller still gets the error. */

/** @param ended called with the server's message */
export function apiThatReportsSignOut(api: Api, ended: (reason: string) => void): Api {
  const report = reporterOf(ended);
  return {
    json: <T>(call: Call) => api.json<T>(call).catch(report),
    raw: (call) => api.raw(call).catch(report),
  };
}

/** @param ended called with the server's message */
export function uploadsThatReportSignOut(door: UploadApi, ended: (reason: string) => void): UploadApi {
  const report = reporterOf(ended);
  return {
    create: (file) => door.create(file).catch(report),
    offsetOf: (url) => door.offsetOf(url).catch(report),
    send: (url, offset, bytes) => door.send(url, offset, bytes).catch(report),
  };
}

function reporterOf(ended: (reason: string) => void): (error: unknown) => never {
  return (error) => {
    if (error instanceof SignedOut) ended(error.message);
    throw error;
  };
}
