/** Values of a text's placeholders, by index. */
export type Values = readonly (string | number)[];

/**
 * English texts of the checks; `{{0}}` is the placeholder of the first value. Other languages have theirs under `check`
 * in navigator.json. A tick confirms exactly the text the user saw, so a changed text has to be ticked again.
 */
export const checkTexts = {
  REQUIRED: 'This is needed.',
  NO_TESTS: 'Add at least one test.',
  UNUSUAL: '{{0}} to {{1}} {{2}} is usual.',
  CELLS_BUILT: 'The tests take {{0}} cells, {{1}} are built. Tick if some cells run several tests.',
  CELLS_SENT: 'The tests take {{0}} cells, {{1}} are sent. Tick if some cells run several tests.',

  TOO_FEW_CELLS: 'A build of this format starts at {{0}} cells.',
  SHAFT_TOO_WIDE: 'The shaft must stay under a third of the can’s inner diameter, {{0}} mm.',
  SHAFT_THIN: 'Under 1.5 mm the weld pin may not reach the bottom.',
  SHAFT_TIGHT: 'Coating may crack on the first turns: the thickest electrode has {{0}} mm, ten times that is usual.',
  ROLL_TOO_WIDE: 'The roll would be {{0}} mm wide; {{1}} mm fit. Shorten the electrodes or thin the coating.',
  ROLL_LOOSE: 'The roll fills {{0}} % of the can’s width; 94 to 98 % is usual.',
  ANODE_TOO_SHORT: 'The anode must be longer than the cathode, or lithium plates at its ends.',
  ANODE_TOO_LOW: 'The anode must be higher than the cathode.',
  OVERHANG: 'The anode stands {{0}} mm higher than the cathode; 1 to 4 mm is usual.',
  TOO_TALL: 'The electrodes are as high as the cell; the cap has no room.',
  HEADROOM: 'Only {{0}} mm stay for cap, insulators and bottom; about 5 mm is usual.',
  COATING_DENSITY: 'Loading and thickness give {{0}} g/cm³. Usual is {{1}} to {{2}}; check both.',
  COATING_SHORT: 'About {{0}} m are needed for {{1}} cells, start-up included.',
  CAPACITY_HIGH: '{{0}} Ah is more than any published cell of this format, {{1}} Ah.',
  TRANSPORT_ABOVE: '{{0}} Wh per cell, above the 20 Wh line of UN 3480.',
  TRANSPORT_BELOW: '{{0}} Wh per cell, not above the 20 Wh line of UN 3480.',
  TRANSPORT_PROTOTYPES: 'Prototypes go by road under special provision 310.',

  WINDOW_LOW: '{{0}} must not go under {{1}} V.',
  WINDOW_HIGH: '{{0}} must not go over {{1}} V outside an overcharge test.',
  WINDOW_NARROW: 'The upper voltage must be at least 0.2 V above the lower one.',
  WINDOW_WIDE: '{{0}} to {{1}} V is wider than the usual {{2}} to {{3}} V of {{4}}.',
  CUTOFF_ABOVE_CHARGE: 'The cut-off must be smaller than the charge current.',
  CUTOFF_EARLY: 'The cut-off is more than half the charge current; the cell will not be full.',
  CUTOFF_UNUSUAL: 'The cut-off is {{0}} C; C/100 to C/5 is usual.',
  TEMP_UNSAFE: 'Above 80 °C only safety tests are run.',
  TEMP_HOT: 'Charging at {{0}} °C ages most cells fast; up to 45 °C is usual.',
  TEMP_COLD: 'Charging at {{0}} °C may plate lithium on graphite.',
  FAST_CHARGE_COLD: 'More than 1C at 10 °C or less may plate lithium.',
  SOAK_NONE: 'Without a soak the cell is not yet at the chamber’s temperature.',
  NO_CAPACITY: 'Give the capacity in the cell step: the test’s currents and duration follow from it.',
  CURRENT_TOO_LARGE: 'The test asks for {{0}} A; our largest channel carries {{1}} A.',
  PULSE_INCOMPLETE: 'Pulses need states of charge, a current and a duration: fill in all three or none.',
  PULSE_COARSE: 'During pulses we record every {{0}} s instead of every {{1}} s.',
  PULSE_DRIFT: 'One pulse moves the state of charge by {{0}} %; up to 2 % is usual.',
  PULSE_REST_SHORT: 'The rest between pulses is shorter than the pulse.',
  FEW_CELLS: 'Three or more cells show how far results spread.',
} as const;

export type CheckCode = keyof typeof checkTexts;

/** Fills the placeholders of a text. */
export function filled(text: string, values: Values): string {
  return text.replace(/\{\{(\d)\}\}/g, (place, at: string) => String(values[Number(at)] ?? place));
}
