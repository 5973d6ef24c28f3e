/** Thrown for an invalid setting, or one that production refuses. The message says what to set. */
export class StartRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartRefused';
  }
}
