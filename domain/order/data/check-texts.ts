/** Values of a text's placeholders, by index. */
export type Values = readonly (string | number)[];

/**
 * English texts of the checks; `{{0}}` is the placeholder of the first value. Other languages have theirs under `check`
 * in navigator.json. A tick confirms exactly the text the user saw, so a changed text has to be ticked again.
 */
export const checkTexts = {
  REQUIRED: 'This is needed.',
  NO_TESTS: 'Add at least one test.',
  NOT_AN_EMAIL: 'This is no e-mail address. Write one such as lab@example.com, or leave the field empty.',
  NO_DELIVERY: 'Fill in where we ship the cells: name, street, postal code, city and country.',
  NOT_FITTING: '“{{0}}” does not fit here. Choose one of: {{1}}.',
  UNUSUAL: '{{0}} to {{1}} {{2}} is usual.',
  CELLS_BUILT: 'The tests take {{0}} cells, {{1}} are built. Tick if some cells run several tests.',
  CELLS_SENT: 'The tests take {{0}} cells, {{1}} are sent. Tick if some cells run several tests.',
  CELLS_ONE_TEST: 'One test needs {{0}} cells; the order has {{1}}. Order more cells or test fewer.',
  CELLS_TOO_FEW:
    'The tests need at least {{0}} cells, of which safety tests destroy {{1}}; the order has {{2}}. Order more cells or test fewer.',

  TOO_FEW_CELLS: 'A build of this format starts at {{0}} cells.',
  SHAFT_TOO_WIDE: 'The shaft must stay under a third of the can’s inner diameter, {{0}} mm.',
  SHAFT_THIN: 'Under 1.5 mm the weld pin may not reach the bottom.',
  SHAFT_TIGHT: 'Coating may crack on the first turns: the thickest electrode has {{0}} mm, ten times that is usual.',
  ROLL_TOO_WIDE: 'The roll would be {{0}} mm wide; {{1}} mm fit. Shorten the electrodes or thin the coating.',
  ROLL_LOOSE: 'The roll fills {{0}} % of the can’s width; 94 to 98 % is usual.',
  ROLL_RATTLES:
    'The roll fills {{0}} % of the can’s width, so it can move; 94 to 98 % is usual. Lengthen the electrodes, thicken the coating, or tick if this is meant.',
  FLAT_ROLL_TOO_THICK:
    'Pressed flat, the roll is {{0}} mm thick; {{1}} mm fit. Shorten the electrodes, thin the coating, or take a larger housing.',
  ROLL_FULL: 'The roll fills {{0}} % of the can’s width; 94 to 98 % is usual.',
  ANODE_LEAD:
    'The anode’s coating needs {{0}} mm to lead and close the roll; it has {{1}} mm. Lengthen the anode or shift less.',
  OUTER_TURNS: 'A steel can needs at least one closing turn of separator, or the roll touches the can.',
  INSULATOR_BOTTOM:
    'Without a bottom insulator the cathode may touch the can. Add one, or tick if a tab side prevents it.',
  TABLESS_EDGE: 'Tabless needs more than 3 mm of bare edge to weld. Widen the bare edge, or choose tabs.',
  TAB_TOO_WIDE:
    'The tab may be {{0}} mm wide: 2 mm less than the bare foil. Lengthen the bare foil or take a narrower tab.',
  TABS_TOO_MANY:
    '{{0}} tabs need {{1}} mm of bare foil, 2 mm more than each is wide; it has {{2}} mm. Lengthen the bare foil, or take fewer or narrower tabs.',
  TAB_WIDER_THAN_CELL: 'The tab must be narrower than the inside of the can, {{0}} mm.',
  TABS_TOUCH:
    'The two tabs are {{0}} mm wide together and need {{1}} mm between them; their edge has {{2}} mm. Make each at most {{3}} mm wide, or widen the sheets.',
  TAB_NO_EDGE:
    'A tab is welded to bare foil, but only {{0}} mm of the edge are bare; {{1}} mm are needed. Widen the bare edge and narrow the coating.',
  ANODE_LONG:
    'The anode’s coating is {{0}} mm long; {{1}} mm are needed to face the cathode and close the roll. Shorten the anode, lengthen the cathode, or tick if this is meant.',
  FLAT_ROLL_NEVER:
    'So long an electrode cannot be wound flat in a housing of this width. Widen the housing or shorten the electrodes.',
  OVERHANG_WIDE:
    'The anode is {{0}} mm wider than the cathode; up to {{1}} mm is usual. Widen the cathode, or tick if this is meant.',
  HOUSING_LOOSE:
    'Only {{0}} % of the housing is filled along this side, so the layers can move. Take a smaller housing, or tick if this is meant.',
  COATED_NARROW:
    'The coating is {{0}} mm wide of {{1}} mm beside the bare edge; the rest of the foil stays bare. Widen it, or tick if this is meant.',
  BARE_LONG:
    '{{0}} % of the electrode’s length stay bare; a few percent are usual. Shorten the bare foil, or tick if this is meant.',
  POROSITY_LOW:
    'Loading and thickness leave about {{0}} % of pores; below 25 % electrolyte fills them poorly. Thicken the coating or lower the loading, or tick if this is meant.',
  ANODE_TOO_SHORT: 'The anode must be longer than the cathode, or lithium plates at its ends.',
  ANODE_TOO_LOW: 'The anode must be higher than the cathode.',
  OVERHANG: 'The anode stands {{0}} mm higher than the cathode; 1 to 4 mm is usual.',
  OVERHANG_SIDE:
    'The anode’s coating reaches {{0}} mm beyond the cathode’s on the shorter side; 0.5 mm are needed. Widen the anode, or reduce the A/B offset.',
  COATED_TOO_WIDE: 'The coating is {{0}} mm wide, but only {{1}} mm are left beside the bare edge.',
  BARE_TOO_LONG: 'The bare foil is as long as the electrode. Nothing of it would be coated.',
  SEPARATOR_SMALL: 'The separator must be wider than both discs, {{0}} mm, or they touch.',
  COIN_TOO_WIDE: 'Discs of up to 17 mm fit into a 2032 case.',
  COIN_DISC: 'Discs of 12 to 16 mm are usual in a 2032 case.',
  COIN_TOO_THICK: 'Discs, separator and spacer are {{0}} mm too thick for a 2032 case; no room is left for the spring.',
  STACK_TOO_THICK: 'The stack is {{0}} mm thick; {{1}} mm fit into the housing. Take fewer layers or thinner coating.',
  SHEET_TOO_LARGE:
    'The anode does not fit into the housing with its lid or sealed edges. Take a smaller anode or a larger housing.',
  POUCH_THIN:
    'The cell would be {{0}} mm thick; 3 mm or more is usual. Add layers or length, or tick if this is meant.',
  POUCH_LONG: 'The pouch is {{0}} times as long as wide; up to 4 is usual.',
  TOO_TALL: 'The electrodes are as high as the cell; the cap has no room.',
  HEADROOM: 'Only {{0}} mm stay for cap, insulators and bottom; about 5 mm is usual.',
  COATING_DENSITY: 'Loading and thickness give {{0}} g/cm³. Usual is {{1}} to {{2}}; check both.',
  DENSER_THAN_CRYSTAL:
    'Loading and thickness give {{0}} g/cm³, more than the crystal has, {{1}} g/cm³. Lower the loading or thicken the coating.',
  COATING_TOO_SHORT: 'The electrodes of {{1}} cells alone are {{0}} m long. Coat more, or order fewer cells.',
  LANES_TOO_WIDE: '{{0}} lanes are {{1}} mm wide together; the foil has {{2}} mm. Take fewer lanes or wider foil.',
  COATING_SHORT: 'About {{0}} m are needed for {{1}} cells, start-up included.',
  FOIL_EDGE: 'The line needs 5 mm of bare foil on each side: at most {{0}} mm can be coated.',
  FOIL_SUM: 'Coating and both borders are {{0}} mm wide, the foil {{1}} mm. Change one of the three.',
  WEB_TOO_WIDE: 'The electrode is {{0}} mm wide; the foil is narrower.',
  BAND_TOO_WIDE: 'The electrode has {{0}} mm of coating across; the coated width is smaller.',
  PATCH_MISSING: 'Intermittent coating needs the length of a patch and of the gap.',
  PATCH_SHORT: 'A patch must be as long as the coated part of the electrode, {{0}} mm.',
  BLADE_LONG: 'A doctor blade coats up to {{0}} m evenly. Take slot die or comma bar, or fewer meters.',
  ANODE_HOLDS_LESS:
    'The anode holds {{0}} times what the cathode gives (N/P), so lithium plates. Raise the anode’s loading or lower the cathode’s.',
  BALANCE: 'N/P is {{0}}; {{1}} to {{2}} is usual. Check both loadings.',
  CAPACITY_IMPOSSIBLE:
    'The electrodes give about {{0}} Ah; they cannot give {{1}} Ah. Add layers, area or loading, or correct the capacity.',
  CAPACITY_MISFIT:
    'The electrodes give about {{0}} Ah, not {{1}} Ah. Change layers, area or loading, or clear the nominal capacity.',
  RECIPE_IN_NOTES: 'Write the recipe into the notes of the files step.',
  CAPACITY_HIGH: '{{0}} Ah is more than any published cell of this format, {{1}} Ah.',
  TRANSPORT_ABOVE: '{{0}} Wh per cell, above the 20 Wh line of UN 3480.',
  TRANSPORT_BELOW: '{{0}} Wh per cell, not above the 20 Wh line of UN 3480.',
  TRANSPORT_PROTOTYPES: 'Prototypes go by road under special provision 310.',

  DOC_CELLS:
    'The laboratory takes your cells only with their safety data sheet and a UN 38.3 summary or, for prototypes, the SP 310 declaration. Add both files, or enclose them in the parcel.',
  DOC_MATERIAL:
    'The laboratory takes your material only with the safety data sheet of each chemical. Add the files, or enclose them in the parcel.',

  SAID_TEMPERATURE: 'Here it says {{0}} °C, the tests run at {{1}} °C. Change one of them, or tick if both are right.',
  NOTES_TEMPERATURE:
    'The notes say {{0}} °C, the tests run at {{1}} °C. Change one of them, or tick if both are right.',
  SAID_CAPACITY: 'Here it says {{0}} Ah, the cell has {{1}} Ah. Change one of them, or tick if both are right.',
  SAID_FORMAT: 'Here it says {{0}}, the format is {{1}}. Change one of them, or tick if both are right.',
  SAID_CHEMISTRY: 'Here it says {{0}}, the chemistry is {{1}}. Change one of them, or tick if both are right.',
  FILE_PAGE_TESTS: '{{0}}, page {{1}} says {{2}}; the tests are at {{3}}. “{{4}}”',
  FILE_SHEET_TESTS: '{{0}}, {{1}} says {{2}}; the tests are at {{3}}. “{{4}}”',
  FILE_PAGE_ORDER: '{{0}}, page {{1}} says {{2}}; the order says {{3}}. “{{4}}”',
  FILE_SHEET_ORDER: '{{0}}, {{1}} says {{2}}; the order says {{3}}. “{{4}}”',
  FILE_UNREAD: '{{0}} could not be read for contradictions.',

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
  NO_CAPACITY: 'Give the capacity: the currents, durations and prices of the tests follow from it.',
  CURRENT_TOO_LARGE: 'The test asks for {{0}} A; our largest channel carries {{1}} A.',
  PULSE_INCOMPLETE: 'Pulses need states of charge, a current and a duration: fill in all three or none.',
  PULSE_COARSE: 'During pulses we record every {{0}} s instead of every {{1}} s.',
  PULSE_DRIFT: 'One pulse moves the state of charge by {{0}} %; up to 2 % is usual.',
  PULSE_REST_SHORT: 'The rest between pulses is shorter than the pulse.',
  PULSE_HALF: 'Pulses at the check-ups need a current and a duration: fill in both or neither.',
  PULSE_TWICE: 'Give one pulse current or a list of levels, and clear the other.',
  PULSE_UNRECORDED: 'A pulse of {{0}} s needs ten points or more. Record every {{1}} s or faster.',
  PULSE_UNDER:
    'At {{0}} % the pulse would end near {{1}} V, under the lower voltage of {{2}} V. Take less current, a higher state of charge or a warmer chamber.',
  PULSE_OVER:
    'At {{0}} % the charge pulse would end near {{1}} V, over the upper voltage of {{2}} V. Take less current, a lower state of charge or a warmer chamber.',
  ADJUST_FAST: 'The state of charge is set with {{0}} C; up to 1 C is usual.',
  RPT_NEVER: 'No RPT takes place between the cycles: every {{0}} cycles is more than the {{1}} of the test.',
  RATES_FEW: 'One current cannot be compared. Add a second one.',
  STORAGE_ONE_SOC: 'A test stores at one state of charge. Leave one here, and duplicate the test for the others.',
  STORAGE_HOT: 'Storage at {{0}} °C ages by other reactions than use does; up to 60 °C is usual.',
  CHECKS_NEVER: 'A check-up every {{0}} days never takes place in {{1}} days. Shorten the interval or store longer.',
  SOC_ABOVE_FULL: 'Above 100 % only an overcharge test is run. Write 100 or less, or choose Overcharge.',
  HAZARD_ABOVE_PASS:
    'You expect hazard level {{0}} and pass at most {{1}}, so the cell would fail. Change one of them, or tick if this is meant.',
  CELL_TOO_LARGE: 'The cell has {{0}} Ah; safety tests are run up to {{1}} Ah.',
  ABORT_COLD:
    'The test would stop at once: {{0}} °C is not above the {{1}} °C at which it begins. Raise it or clear it.',
  ABORT_IN_RAMP: 'The test stops at {{0}} °C, before it reaches the target of {{1}} °C.',
  ABORT_LOW: 'The test would stop at once: {{0}} V is not above a full cell’s {{1}} V. Raise it or clear it.',
  ABORT_BEFORE_TARGET: 'The test stops at {{0}} V, before it reaches the target of {{1}} V.',
  HEAT_NOTHING: 'The target of {{0}} °C is not above the start at {{1}} °C. Raise the target or start colder.',
  OVERCHARGE_LOW: 'A target of {{0}} V is no overcharge: the charge ends at {{1}} V. Write a higher target.',
  OVERCHARGE_HIGH: 'The target is {{0}} V; five times the end of charge, {{1}} V, is the limit.',
  COMPLIANCE_LOW: 'The source gives {{0}} V and cannot reach the target of {{1}} V. Raise the compliance voltage.',
  OVERCHARGE_RATE: 'The overcharge runs with {{0}} C; 0.1 to 5 C are possible.',
  OVERCHARGE_ENDS: 'The overcharge ends at {{0}} %, but begins at {{1}} %. Raise the end or lower the target.',
  OVERCHARGE_CID: 'The current interrupt device in the cap may end the current before the target is reached.',
  CID_UNKNOWN:
    'Say whether the cell has a current interrupt device: it can end the current before the target is reached.',
  CID_DIFFERS: 'This differs from the top cap of the cell, which is "{{0}}". Change one of them, or confirm it.',
  CRUSH_ENDLESS: 'Nothing stops the press. Give a force, a deformation or a voltage drop.',
  CRUSH_FAST: 'The press moves at up to 20 mm/s; {{0}} mm/s are asked.',
  MASS_MISSING: 'The weight of the cell is not known. Give its mass, or clear the multiple of the weight.',
  MASS_FORCE: 'That is {{0}} kN for a cell of {{1}} g.',
  FEW_CELLS: 'Three or more cells show how far results spread.',
} as const;

export type CheckCode = keyof typeof checkTexts;

/** Fills the placeholders of a text. */
export function fillText(text: string, values: Values): string {
  return text.replace(/\{\{(\d)\}\}/g, (place, at: string) => String(values[Number(at)] ?? place));
}
