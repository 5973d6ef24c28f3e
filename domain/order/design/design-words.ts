/** Words of a text about a cell design, in English and Korean. */

interface ChemistryWord {
  spelt: RegExp;
  /** Grade of the positive electrode; NMC and Na name a family. */
  cathode?: string;
  anode?: string;
  isHalfCell?: true;
}

/** Words for chemistries, in this order: the first that matches takes its letters. */
export const chemistryWords: readonly ChemistryWord[] = [
  {
    spelt:
      /half[- ]?cells?|(?:vs\.?|against) (?:Li\b|lithium)(?:[- ]metal)?|\bLi(?:thium)?[- ]metal\b|하프 ?셀|반쪽 ?전지|리튬 ?(?:메탈|금속)/gi,
    isHalfCell: true,
  },
  {
    spelt: /Si(?:licon)?(?:[ -]?\/?[ -]?(?:graphite|C|Gr)|Ox?)\b|silicon(?:[- ]anode)?|실리콘(?: ?흑연)?/gi,
    anode: 'Si-graphite',
  },
  { spelt: /(?:artificial |natural )?graphite?|\bGr\b|(?:인조|천연)? ?흑연/gi, anode: 'graphite' },
  { spelt: /hard ?carbon|\bHC\b|하드 ?카본/gi, anode: 'hard carbon' },
  { spelt: /\bLTO\b|(?:lithium )?titanate|티탄산/gi, anode: 'LTO' },
  { spelt: /N[MC][CM] ?-?(?:811|8:1:1|90|88|83)(?!\d)/gi, cathode: 'NMC811' },
  { spelt: /N[MC][CM] ?-?(?:622|6:2:2)(?!\d)/gi, cathode: 'NMC622' },
  { spelt: /N[MC][CM] ?-?(?:532|523|5:3:2|5:2:3)(?!\d)/gi, cathode: 'NMC532' },
  { spelt: /N[MC][CM] ?-?(?:111|333|1:1:1)(?!\d)/gi, cathode: 'NMC111' },
  { spelt: /\bN[MC][CM]\b|삼원계/gi, cathode: 'NMC' },
  { spelt: /\bNCA\b/gi, cathode: 'NCA' },
  { spelt: /\bLFP\b|LiFePO4|(?:lithium )?iron phosphate|(?:리튬)? ?인산 ?철/gi, cathode: 'LFP' },
  { spelt: /\bLCO\b|LiCoO2|(?:lithium )?cobalt oxide|코발트 ?산화물/gi, cathode: 'LCO' },
  { spelt: /\bLMO\b|LiMn2O4|spinel|스피넬/gi, cathode: 'LMO' },
  { spelt: /sodium(?:[- ]ion)?|\bNa(?:[- ]?ion)?\b|\bNFM\b|나트륨(?: ?이온)?/gi, cathode: 'Na' },
];

/** Formats as they are named; which one is meant is read by `formatsIn`. */
export const formatMentions =
  /(?:CR|LIR)?[- ]?2032|(?<!\d)(?:18650|21700|26650|32140|4680)s?(?!\d)|(?:coin|button)(?:[- ]?cells?)?|(?:single|multi)[- ]?layer(?:ed)?|po?u?ch(?:es)?(?:[- ]?cells?)?|prism\w*(?:[- ]?cells?)?|cylindrical(?:[- ]?cells?)?|코인 ?(?:셀|전지)?|단층|다층|파우치(?: ?(?:셀|전지|형))?|각형(?: ?(?:셀|전지))?|원통형?(?: ?(?:셀|전지))?/gi;

/** Words of questions, and those with which an order is asked for. */
export const questionWords =
  /(?<![\p{L}\p{N}])(?:do you charge|how (?:much|mcuh|many|expensive)|(?:what|which|how|when)(?:'s)?|much|does|do|did|would|will|pri[cs]es?|costs?|quotes?|quotation|total|altogether|estimate|tell|let|know|eur|euros?|hi|hello|thanks|(?:견적|가격|비용|단가|값|얼마|알려|부탁|궁금)[가-힣]*|(?:해 ?)?주세요|인가요|예요)(?![\p{L}\p{N}])/giu;

/** Words that carry no value of a design. */
export const fillers =
  /(?<![\p{L}\p{N}])(?:a|an|the|of|for|with|and|at|in|on|to|from|per|by|is|are|be|as|my|me|us|we|i|you|it|one|each|please|can|could|would|want|need|like|about|approx(?:imately)?|around|roughly|design|build|make|prototypes?|draw up|size|calculate|give|show|spec(?:ification)?|card|cells?|battery|batteries|lithium|li-?ion|ion|capacity|energy|nominal|areal|loading|mass|electrode|cathode|anode|positive|negative|electrolyte|separator|side|sides|both|double|single|coated|sided|thick|thickness|max(?:imum)?|most|under|below|up|than|less|disc|disk|diameter|format|chemistry|high|stack|sheet|sheets|ratio|with|using|your|our|own|qty|quantity|pcs|pieces|celss|batch|formation|화성|send|ship|plus|incl(?:uding)?|that|this|them|there|only|just|also|x|포함|필요|추가|해서|하면|에서|함께|(?:제작|만들)[가-힣]*|저희(?:가|는)?|보내[가-힣]*|만|하려고|합니다|(?:셀|전지)[은는이가을를]|형|셀|전지|배터리|설계(?:해 ?줘|해 ?주세요|하고 ?싶어요|해줘요)?|용량|면적당|로딩|음극|양극|전해액|두께|최대|이하|약|및|와|과|의|로|으로|를|을|개|만들어 ?줘|만들어 ?주세요|디스크|지름|크기|직경)(?![\p{L}\p{N}])|(?<=\0)(?:의|로|으로|를|을|와|과|인|짜리|급|용|형|셀|전지|이고|이며|에|는|은|가|이)(?![\p{L}\p{N}])/giu;
