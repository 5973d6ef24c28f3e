import { Refused, SignedOut, Unreachable } from './errors.ts';
import { type Caller, deviceHeader, fromOurServer, temporaryFailure } from './http.ts';
import { deadlines } from './deadlines.ts';
import { KB } from '#domain/ground/units.ts';

export const uploadChunkBytes = 256 * KB;

/** The resumable upload protocol (tus 1.0) over fetch: create an upload, query its offset, send the next chunk. */
export interface UploadApi {
  /** Creates an upload. @returns its URL */
  create(file: { sha256: string; name: string; mime: string; size: number }): Promise<string>;
  /** Returns the number of bytes the server has; undefined when the upload no longer exists there. */
  offsetOf(url: string): Promise<number | undefined>;
  /** Sends bytes from this offset on. @returns the new offset */
  send(url: string, offset: number, bytes: Blob): Promise<number>;
}

/**
 * Creates the client of uploads. Its calls fail with Unreachable, Refused or SignedOut.
 * @param origin of the server; empty: that of the page
 */
export function createUploadApi({ token, deviceId }: Caller, origin = ''): UploadApi {
  async function call(
    url: string,
    init: Pick<RequestInit, 'method' | 'body'> & { headers: Record<string, string> },
  ): Promise<Response> {
    const bearer = token();
    if (bearer === undefined) throw new SignedOut();
    const headers = {
      'tus-resumable': '1.0.0',
      authorization: `Bearer ${bearer}`,
      ...deviceHeader(await deviceId()),
      ...init.headers,
    };
    let response: Response;
    try {
      response = await fetch(url, {
        redirect: 'manual',
        ...init,
        headers,
        cache: 'no-store',
        signal: AbortSignal.timeout(deadlines.uploadStep),
      });
    } catch (cause) {
      throw new Unreachable(cause instanceof Error ? cause.message : 'The server could not be reached.');
    }
    return fromOurServer(response);
  }
  return {
    async create({ sha256, name, mime, size }) {
      const metadata = Object.entries({ sha256, filename: name, filetype: mime });
      const response = await call(`${origin}/api/v1/uploads`, {
        method: 'POST',
        headers: {
          'upload-length': String(size),
          'upload-metadata': metadata.map(([key, value]) => `${key} ${base64(value)}`).join(','),
        },
      });
      const location = response.headers.get('location');
      if (response.status !== 201 || location === null) throw await errorOfReply(response);
      return new URL(location, globalThis.location?.href ?? 'http://localhost').pathname;
    },
    async offsetOf(url) {
      const response = await call(origin + url, { method: 'HEAD', headers: {} });
      if (response.status === 404 || response.status === 410) return undefined;
      if (!response.ok) throw await errorOfReply(response);
      return offsetIn(response);
    },
    async send(url, offset, bytes) {
      const headers = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
      const response = await call(origin + url, { method: 'PATCH', headers, body: bytes });
      if (response.status !== 204 && response.status !== 200) throw await errorOfReply(response);
      return offsetIn(response);
    },
  };
}

/** Uploads a file in chunks. @param progress called with the bytes sent so far. @returns the id of the upload */
export async function sendFile(door: UploadApi, file: File, progress: (sent: number) => void): Promise<string> {
  const sha256 = await hashOf(file);
  const url = await door.create({ sha256, name: file.name, mime: file.type, size: file.size });
  for (let offset = 0; offset < file.size; progress(offset)) {
    offset = await door.send(url, offset, file.slice(offset, offset + uploadChunkBytes));
  }
  return url.slice(url.lastIndexOf('/') + 1);
}

async function hashOf(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function offsetIn(response: Response): number {
  const offset = Number(response.headers.get('upload-offset') ?? Number.NaN);
  if (!Number.isSafeInteger(offset)) throw new Unreachable('This answer is not from our server.');
  return offset;
}

/** Encodes a metadata value: base64 of its UTF-8 bytes. */
function base64(value: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(value)));
}

/** Statuses that end an upload: the same bytes would be refused again. All others are temporary. */
const refusals = new Set([400, 403, 413, 415, 422]);

async function errorOfReply(response: Response): Promise<Error> {
  const text = await response.text().catch(() => '');
  const body = parsed(text);
  if (response.status === 401) return new SignedOut(body.message);
  if (!refusals.has(response.status)) return temporaryFailure(response, body.message ?? response.statusText);
  return new Refused(response.status, body.code ?? 'INVALID', body.message ?? (text || response.statusText), {
    details: body.details,
  });
}

function parsed(text: string): { code?: string; message?: string; details?: unknown } {
  try {
    return JSON.parse(text) as { code?: string; message?: string; details?: unknown };
  } catch {
    return {};
  }
}
