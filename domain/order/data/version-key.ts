/**
 * Fields that only make sense together share one version, so that two users cannot each change half of them: the
 * voltage window and the end of charge within one test, and what a safety test does to its cells.
 */
const coupled: readonly (readonly [name: string, keys: string])[] = [
  ['window', 'lowerVoltage upperVoltage cvEndingCondition cutoffCurrent cutoffTime'],
  // The keys of `safetyMatrix`; its table is too large for every page that reads events.
  [
    'safety',
    `safetyTest targetSoc passHazardLevel predictedHazardLevel observationTime thermocouples video gasSampling
    massBeforeAfter abortTemp abortVoltage mode startTemp rampRate stepSize targetTemp targetVoltage cvTerminationMode
    endSoc complianceVoltage cid nailDiameter tipAngle nailMaterial crushTool position orientation angle direction speed
    depth nailHold nailTemperature maxForce maxForceMassFactor cellMass_g maxDeformation voltageDropStop holdTime`,
  ],
];

const nameOf = new Map(coupled.flatMap(([name, keys]) => keys.split(/\s+/).map((key) => [key, name] as const)));

/** Returns the key under which a path's version is stored: the path itself, unless the field is coupled to others. */
export function versionKeyOf(path: string): string {
  const [list, item, key] = path.split('/');
  const name = list === 'tests' && key !== undefined ? nameOf.get(key) : undefined;
  return name === undefined ? path : `tests/${item}/${name}`;
}
