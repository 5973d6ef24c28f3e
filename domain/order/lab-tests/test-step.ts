/** Action of a test step. `abuse`, `observe` and `cleanUp` happen on the bench, all others on a channel. */
export type StepCode =
  | 'soak'
  | 'charge'
  | 'discharge'
  | 'rest'
  | 'adjust'
  | 'pulses'
  | 'spectra'
  | 'checkUp'
  | 'storage'
  | 'abuse'
  | 'observe'
  | 'cleanUp';

/** A step of a test, for one cell. */
export interface TestStep {
  code: StepCode;
  times: number;
  each_h: number;
  /** Time between two recorded points; Infinity where nothing is recorded. */
  interval_s: number;
}
