import { safetyTests, testTypes, type SafetyTest, type TestType } from './tests.ts';

/** Parameters that each test has. A parameter that a test does not have is not shown, not checked and not priced. */

export type ParameterNeed = 'required' | 'optional';

/** ● required, ○ optional, – refused. Columns in the order of `testTypes`. */
export const testMatrix: Readonly<Record<string, string>> = {
  // RPT, Cycle, Pulse, Rate, Calendar, Safety
  type: '● ● ● ● ● ●',
  cellsPerCondition: '● ● ● ● ● ●',
  temp: '● ● ● ● ● ●',
  chamberWaitingTime: '● ● ● ● ● ●',
  samplingInterval: '● ● ● ● ● ●',
  maxSurfaceTemp: '○ ○ ○ ○ ○ –',
  chargeCurrent: '● ● ● ● ● ●',
  upperVoltage: '● ● ● ● ● ●',
  cvEndingCondition: '● ● ● ● ● ●',
  cutoffCurrent: '● ● ● ● ● ●',
  cutoffTime: '● ● ● ● ● ●',
  dischargeCurrent: '● ● ● ● ● ○',
  lowerVoltage: '● ● ● ● ● ○',
  restTime: '● ● – ● ● ●',
  cycles: '● ● – – – –',
  eolSoh: '– ○ – – – –',
  rptEvery: '– ○ – – – –',
  rptFirst: '– ○ – – – –',
  rateList: '– – – ● – –',
  agingTime: '– – – – ● –',
  checkInterval: '– – – – ● –',
  agingMode: '– – – – ● –',
  socCheckpoints: '○ – ● – ● –',
  socAdjustmentCurrent: '○ – ● – ● ○',
  pulseCurrent: '○ – ● – ○ –',
  pulseCurrentCheckpoints: '○ – ○ – ○ –',
  pulseDuration: '○ – ● – ○ –',
  firstPulse: '– – ● – – –',
  restTimeBeforePulseTest: '○ – ● – ○ –',
  restTimeBetweenPulses: '○ – ● – ○ –',
  restTimeAfterPulseTest: '○ – ● – ○ –',
  spectrumCheckpoints: '○ – ○ – ○ –',
  standardRef: '– – ○ – – ○',
};

/** Parameters of safety tests only. Columns in the order of `safetyTests`. */
export const safetyMatrix: Readonly<Record<string, string>> = {
  // Thermal Abuse, Overcharge, Nail Penetration, Crush
  safetyTest: '● ● ● ●',
  targetSoc: '● ● ● ●',
  passHazardLevel: '● ● ● ●',
  predictedHazardLevel: '○ ○ ○ ○',
  observationTime: '● ● ● ●',
  thermocouples: '● ● ● ●',
  video: '○ ○ ○ ○',
  gasSampling: '○ ○ ○ ○',
  massBeforeAfter: '○ ○ ○ ○',
  abortTemp: '○ ○ ○ ○',
  abortVoltage: '○ ○ ○ ○',
  mode: '● – – –',
  startTemp: '● – – –',
  rampRate: '● – – –',
  stepSize: '● – – –',
  targetTemp: '● – – –',
  targetVoltage: '– ● – –',
  cvTerminationMode: '– ● – –',
  endSoc: '– ● – –',
  complianceVoltage: '– ● – –',
  cid: '– ○ – –',
  nailDiameter: '– – ● –',
  tipAngle: '– – ● –',
  nailMaterial: '– – ● –',
  crushTool: '– – – ●',
  position: '– – ● ●',
  orientation: '– – ● –',
  angle: '– – – ●',
  direction: '– – – ●',
  speed: '– – ● ●',
  depth: '– – ● –',
  nailHold: '– – ● –',
  nailTemperature: '– – ○ –',
  maxForce: '– – – ○',
  maxForceMassFactor: '– – – ○',
  cellMass_g: '– – – ○',
  maxDeformation: '– – – ○',
  voltageDropStop: '– – ○ ○',
  holdTime: '● – – ●',
};

const meanings: Readonly<Record<string, ParameterNeed>> = { '●': 'required', '○': 'optional' };

/** The marks of a matrix as needs, by key; read once, because every keystroke in an order looks them up. */
function needsIn(matrix: Readonly<Record<string, string>>): ReadonlyMap<string, (ParameterNeed | undefined)[]> {
  return new Map(Object.entries(matrix).map(([key, marks]) => [key, marks.split(' ').map((mark) => meanings[mark])]));
}

const needsByType = needsIn(testMatrix);
const needsBySafetyTest = needsIn(safetyMatrix);

/**
 * Looks up whether a test has a parameter.
 * @param safetyTest sub-test of a safety test; until it is chosen, the test has what all sub-tests have
 * @returns undefined if the test does not have it
 */
export function needInMatrix(
  key: string,
  type: TestType,
  safetyTest: SafetyTest | undefined,
): ParameterNeed | undefined {
  const needs = needsByType.get(key);
  if (needs !== undefined) return needs[testTypes.findIndex((row) => row.code === type)];
  const safety = needsBySafetyTest.get(key);
  if (type !== 'Safety' || safety === undefined) return undefined;
  if (safetyTest !== undefined) return safety[safetyTests.findIndex((row) => row.code === safetyTest)];
  return safety.includes(undefined) ? undefined : safety[0];
}
