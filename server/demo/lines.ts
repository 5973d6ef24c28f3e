/**
 * Messages of engineers and experts. `{a|b|c}` is replaced by one of its words, so that long histories vary.
 */
export const customerLines = [
  'The {first|second|third} batch of {18650|21700|4680} cells arrived, {24|36|48} pieces, all above {3.4|3.5|3.6} V.',
  'Could we move the RPT to {25|30|35} degrees? Our own data is at that temperature.',
  'Capacity after {50|100|150|200} cycles is {97.1|96.4|95.8|94.9} %, a bit lower than I had hoped.',
  'Which cut-off current do you use for the CV step, C/{20|25|50}?',
  'I see a spread of {12|15|18|22} mV in open-circuit voltage between the cells. Is that a concern?',
  'Please hold cells {3|7|11|19}, I want to open one of them first.',
  'The coating thickness from our line is {72|75|78|81} µm per side, measured at five places.',
  'How long do you let the cells rest between formation and the first RPT?',
  'We calendered to {3.2|3.3|3.4} g/cm³. Do you expect trouble with wetting?',
  'Can the DC-IR pulse be {10|18|30} s at {50|80} % SOC as well?',
  'Thanks, that is clear.',
  'The datasheet says {4.2|4.15|4.25} V, please keep to that.',
  'Cell {2|5|9|14} lost {1.1|1.6|2.3} % overnight. Self discharge or the clamp?',
  'Is the chamber free in week {4|6|9|12}? We would like to start the calendar ageing then.',
  'I will send the drawing of the {tab|can|top cap} later today.',
  'What N/P ratio did you calculate from the loading, {1.05|1.08|1.12}?',
  'Could you add the temperature of the can to the export?',
  'The separator is {12|16|20} µm with a ceramic coating on the cathode side.',
  'We changed the electrolyte to {1.0|1.2} M LiPF6 with {2|5} % FEC. Please note it in the report.',
  'Does the price include the return of the cells?',
  'Our purchasing asks for the delivery date, is {the 12th|the 20th|the end of the month} realistic?',
  'The {blue|green|red} trace in the plot drops at cycle {84|112|163}. Do you know why?',
  'Good morning, any news on the {pulse test|rate test|cycling}?',
  'Perfect.',
];

export const expertLines = [
  'All {24|36|48} cells passed goods-in, lowest open-circuit voltage was {3.42|3.47|3.51} V.',
  'We can do that. {25|30|35} degrees needs another chamber, which is free from {Monday|Wednesday|Friday}.',
  'That is within what we see for this chemistry; the first {50|100} cycles usually cost {2|3} %.',
  'C/{20|25|50}, with a time limit of {2|3} hours so that a noisy cell does not block the channel.',
  'Below {20|25|30} mV we do not sort. I would watch cell {4|8|15}, it is the lowest.',
  'Held. They stay at {30|50} % SOC and {15|20} degrees until you tell us.',
  'Noted: {72|75|78|81} µm. I have put it into the order.',
  '{24|36|48} hours at room temperature, then a top-up to {30|50} %.',
  'Wetting will be slower; we soak for {12|24} hours and check one cell by EIS before formation.',
  'Yes. I suggest {10|18|30} s and {90|70|50|30|10} % as check points, at 1C.',
  'You are welcome.',
  'The limits in the schedule are {4.2|4.15|4.25} V and {2.5|2.7|2.8} V, and the channel stops by itself beyond them.',
  'The clamp was loose, we have repeated it: {0.1|0.2|0.3} % over night. The cell is fine.',
  'Week {4|6|9|12} works. I have reserved {6|8|12} positions at {45|60} degrees.',
  'From your loading we get {1.06|1.09|1.11}, with the overhang taken into account.',
  'It is in the new export as column T_can, every {10|30|60} s.',
  'We saw lithium plating on one opened cell near the {tab|edge|core}. Photos follow.',
  'The drop is a pause of the channel for maintenance, not the cell. I have marked it in the data.',
  'Return by road under special provision 310 is included, air is not.',
  'Yes, if the material is here by {the 3rd|the 8th}. Otherwise one week later.',
  'The {pulse test|rate test|cycling} is at {40|60|75|90} %, results on {Tuesday|Thursday}.',
  'The spread of the internal resistance is {0.8|1.1|1.4} mΩ, which is good for a first batch.',
  'I would lower the charge current to C/{2|3} below {15|10} degrees.',
  'The report is in review and goes out {today|tomorrow|this week}.',
];

export const questions = [
  {
    who: 'engineer',
    room: 'engineer-general',
    chatType: 1,
    text: 'What do the numbers in 18650, 21700 and 4680 mean?',
  },
  { who: 'engineer', room: 'engineer-general', chatType: 1, text: 'What is the N/P ratio and why is it above one?' },
  {
    who: 'engineer',
    room: 'engineer-general',
    chatType: 1,
    text: 'How is DC internal resistance calculated from a pulse?',
  },
  { who: 'trial', room: 'trial-general', chatType: 1, text: 'What are the dimensions of a 21700 cell?' },
] as const;

/** Expert rooms: who writes, how many messages, and how many days ago they began. */
export const conversations = [
  { room: 'pilot-room', order: 'pilot', customer: 'engineer', messages: 5000, daysAgo: 400, unreadByCustomer: 3 },
  { room: 'engineer-expert', order: null, customer: 'engineer', messages: 42, daysAgo: 30, unreadByCustomer: 1 },
  { room: 'customer-expert', order: null, customer: 'customer', messages: 118, daysAgo: 60, unreadByCustomer: 2 },
  { room: 'colleague-expert', order: null, customer: 'colleague', messages: 9, daysAgo: 3, unreadByCustomer: 0 },
] as const;
