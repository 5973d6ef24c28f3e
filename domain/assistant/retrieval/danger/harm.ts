import { isKoreanHarm } from './harm-ko.ts';
import { matches, type Report } from './report.ts';
import { cell, laboratory, across, upTo, whole } from './words.ts';

/**
 * Whether a text, as `plainFor` gives it, reports a cell at hand that is hot, damaged or swelling, or electrolyte on the
 * skin: something that may become a fire. A general question about such a hazard is answered like any other.
 */
export function isHarm(plain: string): boolean {
  const text = plain.replaceAll(
    / test (?=cells? |packs? |chamber |bench |rig |room |lab |channel |is |was |has |stopped |ended |finished )/gu,
    ' ',
  );
  return matches(reports, text) || isKoreanHarm(text);
}

const person =
  '(?:i|ive|we|weve|he|she|they|someone|somebody|colleague|coworker|student|intern|operator|technician|trainee|guy|worker|forklift|robot|gripper|drill|screw|truck|cart|kid|son|dog|cat|child)';
const owned = '(?:my|our|your|the|this|that|these|those|one|a|an|another|some|two)';
/** Words between a cell and what it has become. */
const became =
  '(?:is|are|was|its|stop|got|gets|get|getting|became|becoming|become|feels|feel|felt|feeling|went|going|goes|turned|turning|starts|starting|started|keeps|keep|has|have|looks|looking|seems|still|very|really|too|super|extremely|now|all|also|and)';

const isCell = whole(cell);
/** Deeds and accidents that usual work with cells does not have. */
const hurt =
  '(?:crushed|squashed|smashed|drilled|punctured|pierced|stabbed|impaled|poked|hammered|sawed|sawn|perforated|trampled|(?:ran|rolled|drove|driven|went|gone) (?:over|into|through)|stepped on|stood on|sat on|screwed into|nicked|gouged|stomped|chewed|bitten|hit by (?:a |the |my )?(?:forklift|truck|car|hammer|tool|robot|drone|bullet))';
/** Deeds and events that also happen in usual work, and on a screen. */
const mayHurt =
  '(?:dropped|fell|fallen|falls|cut|opened|tore|torn|ripped|bent|dented|damaged|knocked|kicked|shorted|short circuited|short circuit|bridged|overcharged|hit (?:the|a|my|our|one)|slipped|crashed|hit by|popped|burst|ruptured|split open|got wet|flooded|broke)';
const isHurt = whole(`${cell} ${upTo(4)}${hurt}|${hurt} ${upTo(4)}${cell}`);
const sharp = '(?:screws?|nails?|drill|knife|needle|pin|fork|screwdriver|blade|bolt|scissors|tweezers|spike|cutter)';
const isHurtByDoer = whole(
  `${person} ${upTo(3)}${hurt} ${upTo(6)}(?:${cell}|it|one)|(?:\\^|and) ${hurt} ${owned} ${upTo(3)}${cell}|(?:a|the|my|our) ${sharp} ${upTo(2)}(?:into|through|in) ${upTo(3)}${cell}|${owned} ${upTo(3)}${cell} (?:is|was|were|got|has been|have been|been) (?:just )?${hurt}|${cell} (?:${hurt}|hit) by`,
);
const isDropped = whole(
  `${person} ${upTo(1)}(?:dropped|bent|dented|kicked|cracked|tore|ripped|overheated|cut into|cut through) ${owned} ${upTo(2)}${cell}|(?:\\^|and) dropped ${owned} ${upTo(2)}${cell}`,
);
const isPerhapsHurt = whole(`${mayHurt} ${upTo(6)}(?:${cell}|it|can)|${cell} ${upTo(7)}${mayHurt}`);
const isPerhapsHurtByDoer = whole(
  `${person} ${upTo(3)}(?:just )?${mayHurt}|(?:just|help|!) ${upTo(5)}${mayHurt}|${mayHurt} ${upTo(8)}(?:help|!)`,
);
const isShorted = whole(
  `${person} ${upTo(2)}(?:shorted|short circuited|bridged) ${upTo(6)}${cell}|(?:screwdriver|wrench|spanner|tool|tweezers|ring|watch|bracelet|chip|washer|bolt|metal|foil|chain|necklace|key|scissors) ${upTo(4)}(?:across|shorted|between|touched|bridged|on both)`,
);
const isConductor = whole(`${cell}|terminals?|tabs|poles|busbars?|plus and minus`);
const isAccident =
  /accident|mistake| (unintentional\w*|inadvertent\w*|oops|ooops|oh no|whoops|slipped|wrongly|damn|omg) /u;

const isOpen = whole(
  `${owned} ${upTo(3)}${cell} ${upTo(2)}(?:popped|burst|ruptured|split|cracked|broke) open|(?:liquid|fluid|stuff|something|goo|foam|electrolyte) ${upTo(2)}(?:is |are )?(?:coming|oozing|dripping|running|leaking|pouring) out|${cell} (?:popped|burst|split|cracked) open`,
);
const fellIntoWater =
  / (fell|fallen|dropped|falls|was|got) (in|into) (\w+ ){0,2}(water|puddle|sink|pool|toilet|coffee|sea|river) /u;
/** A report in which the cell has no name: "it is hissing, what do I do". */
const isThing =
  / (it|its|\^) (is |has |just |started )*(\w+ )?(hissing|swelling|swollen|swelled up|sparking|bulging|getting hot|very hot|overheating|puffing up) /u;
const asksForHelp = / what (do|should|must|can) (i|we) | what now | help /u;

/** Signs that it goes on, or that the writer looks for the next step. */
const isNow =
  / (now|just|suddenly|(?<!(?:does|would|will|can|could|did) \S+ )help|urgent|urgently|emergency|asap|hurry|rapidly|fast(?= $)|getting (bigger|fatter|thicker|worse)|started|starts|starting|keeps|!) | (in|within) (a few )?(seconds|minutes) | (overnight|immediately|instantly) | what (do|should|must|can|shall|to) (i |we )?do | what (i|we) (should|must|can) do | what (now|next|first) | (can|should|may) i (touch|move|carry|hold|keep) it | is (it |this |that )?(dangerous|danger|safe|bad) (?!to )| (cant|cannot|wont) stop /u;
const isAlone =
  / by (it|them)sel(f|ves) | (on|of) (its|their) own | (it|them)sel(f|ves) | alone | (at rest|resting|idle|unplugged|disconnected|unconnected|drawer|bench|desk|table|pocket|hand|bag|although|though|even|despite|off|removed|stopped|ago|unprompted|untouched|unused) | (not|never|nothing) (is |was |has been |been )*(connected|charging|plugged|in use|attached|running|used) | no (load|charger|current) | without (any )?(load|current|charger|reason) | (after|since) (i |we |it |the |a |being |getting )*(\w+ )?(drop|dropping|fall|fell|dropped|hit|crash|short|shorting|crush|crushed|puncture|impact) /u;

const hot =
  '(?:hot|heating|heats|overheating|overheats|burning hot|scorching|boiling|glowing|melting|smouldering|smoldering)';
const warm = '(?:warm|getting warmer|warmer and|warming|hotter|heating|heats|heated|hot|overheating)';
const isHot = whole(
  `${cell} ${upTo(4)}${became} ${upTo(3)}${hot}|${became} ${upTo(2)}hot ${cell}|(?:my|our|this|the) ${upTo(1)}hot ${cell}|hot ${cell}(?= (?:help|!|now|no|on)(?: |$))|[\\^!] ${upTo(1)}${cell} (?:very |super |really |so |too )?${hot}(?: up)?(?= (?:\\^|!|now|help|no|on|and|what|to touch)(?: |$)| $)`,
);
const isWarm = whole(`${cell} ${across(9)}${warm}|${warm} ${upTo(2)}${cell}|(?:it|is|are) ${upTo(3)}${warm}`);
const getsWarm = whole(
  `(?:getting|becoming|gets|got|turning|went|growing|feels|is|started|starts|keeps|slowly|and) ${upTo(3)}${warm}`,
);
const isAtDegrees =
  / ([5-9]\d|1\d\d)(\.\d)? ?(degc|degrees|c|deg|grad) .*(climbing|rising|increasing|going up|own|itself|what now|help|now|alone|though|stopped|goes up|rises|no current|without current) | temperature (\w+ ){0,3}(rising|climbing|increasing|going up|rises|climbs) .*(after|though|without|stopped|off|now|help|what) /u;

const swelling =
  '(?:swelling|bulging|puffing|bloating|ballooning|inflating|blowing up|expanding|growing|to swell|to bulge|to puff|to balloon|to inflate)';
const swollen =
  '(?:swelling|swollen|swelled|swells|swell|bulging|bulged|bulges|puffing|puffed|puffy|puffs|bloated|bloating|ballooning|ballooned|inflating|inflated|blowing up|blown up|expanding|fat|balloon|bulge|bump|bigger|thicker)';
const isSwelling = whole(
  `(?:${owned}|\\^) ${upTo(3)}${cell} ${upTo(3)}(?:is|are|started|starts|keeps|just|begins|began|getting|now|and) ${upTo(3)}${swelling}`,
);
const isSwollen = whole(`${cell} ${upTo(7)}${swollen}|${swollen} ${upTo(3)}${cell}`);
const isMineSwollen = whole(
  `(?:my|our|this|the) ${upTo(3)}${cell} (?:\\w+ )?(?:is|are|looks|look|got|has|have) ${upTo(2)}${swollen}`,
);

const sound =
  '(?:hissing|hisses|hiss|sizzling|sizzles|crackling|crackles|popping|fizzing|fizzes|whistling|bubbling|gurgling|sparking|sparked|sparks?|arcing|arcs|arced)';
const isLoud = whole(`${cell} ${across(6)}${sound}|${sound} ${across(5)}${cell}`);
const isHeard = whole(
  `(?:is|are|was|its|there|started|starts|began|keeps|hear|heard|see|saw|just|makes|making|help|now|!|from|it|and|${person}) ${upTo(5)}${sound}|${sound} (?:\\^ )?(?:sound |noise |sounds |noises |jumped |flew |came |comes |coming )?(?:from|out|now|!|help|what|at|when i|came|coming|on|everywhere|all over|flying)|\\^ ${upTo(2)}${cell} ${sound}(?= \\^| $)`,
);

const smell = '(?:smells?|smelling|smelled|smelt|stinks|odou?r|reeks|stinking|stink)';
const chemical =
  '(?:solvents?|sweet|acetone|chemicals?|electrolyte|ether|fruity|nail polish|polish|remover|glue|paint|burnt|burned|burning|plastic|funny|strange|weird|bad)';
const smells = whole(`${smell} ${upTo(5)}${chemical}|${chemical} ${upTo(1)}${smell}`);
const isSmellOfCell = whole(
  `(?:from|of|near|around|at|by|in|inside|and|now|!|${person}) ${upTo(5)}${cell}|${cell} ${upTo(5)}${smell}|${smell} ${across(8)}${cell}`,
);
const electrolyte =
  '(?:electrolyte|lipf6|(?:battery|cell|lipo|pouch) (?:acid|fluid|liquid|juice)|(?:fluid|liquid|juice|acid|goo|stuff) (?:from|of|out of|inside) (?:the |a |my |this )?(?:cell|battery|pouch))';
const body = '(?:skin|hands?|fingers?|arms?|eyes?|face|legs?|mouth|gloves?|wrist|clothes|shoes?|lips?|foot|thumb|palm)';
const isOnBody = whole(
  `${electrolyte} ${upTo(4)}(?:on|in|into|onto|to|at|over|touch|touched|splashed|burn|burned|burnt) ${upTo(3)}${body}|(?:touched|got|spilled|spilt|have|has|had|splashed) ${upTo(3)}${electrolyte}|${body} ${upTo(3)}(?:touched|got|wet|with|covered|in) ${upTo(3)}${electrolyte}`,
);
const isBody = whole(body);

/** General questions, and requests for a cause. */
const inGeneral =
  / \^ (?:\w+ )?(why|what (?:is|are|causes|happens|does|makes|temperature|limit)|which|how (?:do|does|did|much|many|long|hot|warm|far|likely|fast|to|can|hard)|when (?:do|does|is|are)|at what|is it normal|explain|define|difference|where|who) /u;
const asksForCause =
  / (why|causes?|(?<!no )reason|normal|explain|mechanism|avoid|prevent|reduce|difference) |\^ (when|if) (a |the )?cell /u;
/** The next words are a deed that is asked about. */
const asksToDo =
  / ((can|could|may|should|how|want|to|plan|allowed|ok|okay|i|we|happens) ((i|we|you|to|like|it|just|if) )*(put|stick|drive|drill|hammer|push|force|poke|use|puncture)|\^ (hammering|driving|putting|sticking|pushing|poking|drilling)) /u;
/** Heat that belongs to something else than the cell, or to a comparison. */
const ofAnotherPart =
  / (formation|aging|ageing|seal|sealing|weld|welding|busbars?|lugs?|terminals?|tabs?|pole|film|separator|than|electrodes?|coating|preheat|preheating|cold start|simulat\w+|sequence|insert|eucar|solar|garage|summer|climate|sales|market|markets|demand|prices?|topic|race) /u;
const underLoad =
  / (charging|charge|charges|charged|charger|discharge|discharging|discharges|load|c rate|\d+(\.\d+)?c|c\d+|c\/\d|\d+(\.\d+)? ?a|amps?|drive|driving|fast|cooling|tabless|middle|centre|center|limit|use|using|rate|[1-4]?\d ?(degc|degrees|c)) /u;
/** Swelling that belongs to a process, a material or a plan. */
const ofProcess =
  / (formation|degas\w*|cycles?|cycling|cycled|aging|ageing|aged|storage|stored|months?|weeks?|years?|production|soak\w*|soc|root|simulat\w+|design|lto|silicon|sio|volume|thickness|mm|percent|calender\w*|electrodes?|coating|separator|binder|slurry|expansion|irreversible|force|pressure|photo|ship|shipping|transport|insurance|eucar|frame|seal|gas|coil|roll|market|fleet|business|capacity|line|plant) /u;

/** Each report as patterns that all match, and patterns of which none does. */
const reports: readonly Report[] = [
  { all: [isCell, fellIntoWater], none: [laboratory, inGeneral, asksForCause] },
  { all: [isCell, isOpen], none: [laboratory, inGeneral, asksForCause, asksToDo] },
  { all: [isThing, asksForHelp], none: [laboratory, inGeneral, ofAnotherPart] },
  { all: [isHurtByDoer, isCell], none: [laboratory, inGeneral, asksToDo] },
  { all: [isHurt, isAccident], none: [laboratory] },
  {
    all: [isDropped],
    none: [laboratory, inGeneral, / (plan|orders?|list|project|voltage|capacity|percent|rate|price) /u],
  },
  { all: [isHurt, isNow], none: [laboratory, inGeneral] },
  { all: [isPerhapsHurt, isAccident], none: [laboratory, inGeneral] },
  {
    all: [isPerhapsHurt, isCell, isWarm],
    none: [laboratory, inGeneral, ofAnotherPart, / (rate|capacity|voltage|percent) /u],
  },
  {
    all: [isPerhapsHurt, isNow, isPerhapsHurtByDoer],
    none: [laboratory, inGeneral, / (capacity|voltage|percent|soc|rate|file|page|button|off to|to \d) /u],
  },
  { all: [isShorted, isConductor], none: [laboratory, inGeneral, asksForCause] },
  { all: [isHot], none: [laboratory, inGeneral, asksForCause, ofAnotherPart, underLoad] },
  { all: [isHot, isNow], none: [laboratory, asksForCause, ofAnotherPart] },
  { all: [isCell, isAtDegrees], none: [laboratory, asksForCause, ofProcess] },
  { all: [isCell, isWarm, getsWarm], none: [laboratory, inGeneral, asksForCause, ofAnotherPart, underLoad] },
  { all: [isCell, isWarm, isAlone], none: [laboratory, asksForCause, ofAnotherPart] },
  {
    all: [isCell, isWarm, isAlone, / (my|our|this|the) /u],
    none: [laboratory, ofAnotherPart, / (normal|explain|avoid|prevent|does|do) /u],
  },
  { all: [isSwelling], none: [laboratory, inGeneral, asksForCause, ofProcess] },
  { all: [isMineSwollen], none: [laboratory, inGeneral, asksForCause, ofProcess] },
  { all: [isSwollen, isWarm], none: [laboratory, inGeneral, asksForCause, ofProcess] },
  { all: [isSwollen, isNow], none: [laboratory, asksForCause, ofProcess] },
  {
    all: [isLoud, isHeard],
    none: [laboratory, asksForCause, / (inverter|anti|capacitors?|transit|travel|connecting) /u],
  },
  {
    all: [smells, isSmellOfCell],
    none: [
      laboratory,
      inGeneral,
      asksForCause,
      / (storage|stored|nmp|sensor|detector|room|assembly|coating|line|plant) /u,
    ],
  },
  {
    all: [isOnBody, isBody],
    none: [laboratory, asksForCause, inGeneral, / (amount|per day|class\w*|hazard|statement|gluconate|gel|kit|wear) /u],
  },
];
