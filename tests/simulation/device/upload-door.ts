import type { Me } from '#domain/account/users.ts';
import { Refused, Unreachable } from '../../../src/net/errors.ts';
import type { UploadApi } from '../../../src/net/uploads.ts';
import type { Arrived, Brought } from '../server.ts';

interface Upload {
  by: string;
  file: Brought;
  offset: number;
}

/** Transports an upload request to the server and its reply back. */
export type UploadCall = <T>(arrive: (request: Pick<Arrived<T>, 'answer' | 'fail'>) => void) => Promise<T>;

/** The server's resumable uploads: received bytes are kept until the server deletes incomplete uploads. */
export class UploadStore {
  readonly #uploads = new Map<string, Upload>();
  readonly #keep: (me: Me, file: Brought) => void;
  #made = 0;

  /**
   * Creates the store.
   * @param keep makes a complete file available to messages
   */
  constructor(keep: (me: Me, file: Brought) => void) {
    this.#keep = keep;
  }

  forget(): void {
    this.#uploads.clear();
  }

  doorOf(me: Me, call: UploadCall): UploadApi {
    return {
      create: (file) =>
        call<string>(({ answer }) => {
          const url = `/uploads/${++this.#made}`;
          this.#uploads.set(url, { by: me.id, file, offset: 0 });
          answer(url);
        }),
      offsetOf: (url) => call<number | undefined>(({ answer }) => answer(this.#of(me, url)?.offset)),
      send: (url, offset, bytes) =>
        call<number>(({ answer, fail }) => {
          const upload = this.#of(me, url);
          if (upload === undefined) return fail(new Unreachable('no such upload'));
          // A chunk that arrives twice is not added twice.
          if (upload.offset !== offset) return fail(new Unreachable('not where it goes on'));
          if (offset + bytes.size > upload.file.size) return fail(new Refused(413, 'FILE_TOO_LARGE', 'Too large.'));
          upload.offset += bytes.size;
          if (upload.offset === upload.file.size) this.#keep(me, upload.file);
          answer(upload.offset);
        }),
    };
  }

  #of(me: Me, url: string): Upload | undefined {
    const upload = this.#uploads.get(url);
    return upload?.by === me.id ? upload : undefined;
  }
}
