import { normalise } from '../normalize.ts';
import { differsByOne, isMistyped } from '../spelling.ts';

/**
 * Returns a text as the rules of danger read it: its words in lower case, mistyped ones corrected, one space before and
 * after each, and " ^ " where a sentence or a clause begins.
 */
export function plainFor(text: string): string {
  const clauses = normalise(text, maxChars)
    .replaceAll(/베터리|밧데리|밧대리|빳데리|배터라/gu, '배터리')
    .replaceAll(/부플/gu, '부풀')
    .replaceAll(/부픈|부풀은/gu, '부푼')
    .replaceAll(/렌지|래인지/gu, '레인지')
    .replaceAll(/뚤/gu, '뚫')
    .replaceAll(/&/gu, ' and ')
    .replaceAll(/(?<=\p{L})-(?=\p{L})/gu, ' ')
    .replaceAll(/!+/gu, ' ! ')
    .replaceAll(/[,;:?]+|\.+(?=\s|$)/gu, ' ^ ');
  const words = clauses.match(/[\p{L}\p{N}.+]+|[!^-]/gu) ?? [];
  return ` ^ ${words.map(correctedWord).join(' ')} `;
}

const maxChars = 2000;

function correctedWord(word: string): string {
  const short = shortWords.get(word);
  if (short !== undefined) return short;
  if (word.length < 4 || word.length > 14 || known.has(word) || /[^a-z]/u.test(word)) return word;
  return vocabulary.find((each) => isCloseTo(word, each))?.meant ?? word;
}

/**
 * Whether a word is another one mistyped. Double letters count as one. In long words a changed letter counts, too: no
 * other word is that near to them.
 */
function isCloseTo(word: string, { meant, single }: (typeof vocabulary)[number]): boolean {
  if (Math.abs(word.length - meant.length) > 2 || word[0] !== meant[0]) return false;
  if (meant.length === 4) return word.length === 4 ? isMistyped(word, meant) : word === `${meant}${meant.at(-1)}`;
  if (isMistyped(word, meant) || (meant.length >= 8 && word.length >= 7 && differsByOne(word, meant))) return true;
  const typed = withoutDoubles(word);
  if (typed === single || isMistyped(typed, single)) return true;
  const skeleton = consonantsOf(meant);
  return skeleton.length > 4 && consonantsOf(word) === skeleton;
}

function consonantsOf(word: string): string {
  return withoutDoubles(word.replaceAll(/[aeiou]/gu, ''));
}

function withoutDoubles(word: string): string {
  return word.replaceAll(/(.)\1/gu, '$1');
}

/** Short words as they are mistyped. */
const shortWords: ReadonlyMap<string, string> = new Map([
  ['cel', 'cell'],
  ['cels', 'cells'],
  ['skn', 'skin'],
  ['frm', 'from'],
  ['n', 'and'],
  ['wat', 'what'],
  ['wrm', 'warm'],
]);

/** Words that the rules look for and that people mistype. */
const words =
  `cell open burn skin battery batteries module modules pouch pouches cells electrolyte cylindrical prismatic
  burning smoking flames venting leaking hissing exploded exploding explodes thermal runaway sparks sparking sparked
  sizzling popping crackling melting glowing heating heated overheating swelling swollen bulging bulged puffing puffed
  bloated ballooning inflating smells smelling solvent acetone dropped crushed crush crushing punctured puncture
  puncturing pierced pierce piercing drilled drill drilling stabbed squashed smashed smash hammer hammered dented
  damaged shorted short shorting circuit accidently opened opening accident accidentally mistake suddenly getting started itself
  overcharge overcharging microwave bypass bypassing disable disabling remove removing bridge override protection
  interlock fuse solder soldering discharged overdischarged recharge charge charging hotter frozen terminals screwdriver destroy
  dismantle disassemble bonfire incinerate`.split(/\s+/u);
const vocabulary = words.map((meant) => ({ meant, single: withoutDoubles(meant) }));

/** Words that are no misspelling of those above, though they are near. */
const known: ReadonlySet<string> = new Set([
  ...words,
  ...`sort sorts sorted sorting shot shots shorts shirt sell sells older over hotel hoster hooter soldier soldered piece pieces rush rushed
  events event eating cheating seating beating hearing park parks sparse mode model models modeled moduli pouched opener
  reopened reopening coping hoping popping circuits mistakes bride bridged discharge discharges charged charger charges
  recharged changes change charging discharging overcharged overcharges microwaves removed remover removes removal
  drills hammers crushes smell swell swells heater heaters sheeting letting setting stated restarted destroyed disabled
  shorter shorten terminal solvents drilling thermally fused fuses fusee overheated leaking thermals flame frames
  internal external smelting smelted saturated pricing crashed crashing changing opens explode sizing doped damage damages parking parked selling dried cracking shoot ridge ridges
  bulge bulges disassembly precharge bursts pouring sparked spark electrolytes accidents dropping shore shores skipping boring`.split(
    /\s+/u,
  ),
]);
