import { matches, type Report } from './report.ts';
import { koreanCell, laboratory } from './words.ts';

/** Whether a Korean text reports a cell at hand that is hot, damaged or swelling, or electrolyte on the skin. */
export function isKoreanHarm(plain: string): boolean {
  return matches(reports, plain);
}

const isCell = new RegExp(koreanCell, 'u');
const isNow =
  /지금|방금|갑자기|점점|계속(?! ?(충전|사용|쓰|써))|고 ?있|는 ?중|혼자|저절로|스스로|가만히|실수|어떡|어떻게 ?(해|하)|어쩌|도와|급해|급합|급함|빨리|!|큰일|위험한가|대피|뭐부터|시작(했|됐|함)|어쩔|살려/u;
/** The end of a sentence that states something. */
const isStated = /[요어다음함됨짐남임네](?= |$)/u;
const isAccident = /실수|잘못|모르고|사고로|그만|어쩌다|버렸|버림|방금/u;

const isHot =
  /뜨거[워어움]|뜨거운데|뜨겁|뜨끈|따뜻해|따듯해|따뜻하|미지근|열이 ?(나|올라|납|심)|열나|발열(이|해|하고| 중)|과열(됐|되고|돼|이 )|달아오|데워지|가열(되|돼|됨)|온도가 ?(계속 |점점 |갑자기 |혼자 )?(올라|오르|상승)/u;
const isSwollen =
  /부풀|부푸는|커졌|커지고|커져|두꺼워졌|두꺼워지고|부어|빵빵|팽창(하고|해)|불룩|볼록|배불|스웰링(이|되)|부풂/u;
const isHurt =
  /찌그러(졌|졋|뜨렸|트렸)|눌려|깔렸|깔려|밟았|밟아 ?버|찔렀|찔렸|찔려|뚫렸|뚫었|뚫려|뚫어 ?버|구멍(이|을) ?(났|냈|나|내 ?버)|관통(됐|했|되었|돼)|깨졌|쇼트(났|가 ?났|됐|시켰|남)|쇼트 ?났|단락(됐|되었|됨|시켰|났|시켜 ?버)|합선(됐|되었|됨|났|시켰|시켜 ?버)|박혔|박았|과충전(됐|시켰|시켜 ?버|해 ?버)/u;
const isPerhapsHurt =
  /떨어(뜨|트)|떨어졌|떨궜|떨궈|떨굼|낙하|찢어|찢었|찢겼|잘랐|잘라 ?버|베었|뜯었|뜯어 ?버|열었|열어 ?버|열렸|부딪|망치|찌그러|쇼트|단락|합선|침수|물에 ?빠|젖었|찍혔|찍었|칼에|칼로|눌렸|눌려/u;
const isLoud =
  /쉭|쉬익|치익|칙칙|칙 ?소리|쉬쉬|쉿|지글|지직|타닥|탁탁|스파크|불꽃|불똥|펑|소리가 ?(나|계속|납)|소리 ?(나|납)|부글/u;
const isSmell =
  /(용매|솔벤트|아세톤|달콤한|단|화학|화학약품|약품|매니큐어|시큼한|본드|전해액|이상한|신너|시너|탄|타는) ?(약품 ?)?(냄새|내)(가|도)? ?(\S{1,8} )?(나(?!는)|납|남|심|많)/u;
const isElectrolyte = /전해액|전해질|배터리 ?액|배터리 ?용액|누액|lipf6/u;
const isBody = /피부|손|눈|팔|얼굴|다리|옷|입|장갑|발/u;
const isTouched = /묻|닿|튀|튐|들어갔|흘렀|쏟|만졌|만져/u;

const inGeneral =
  /왜|원인|이유|몇|얼마|사이클|화성|보관|저장|설계|이란|란 |무엇|차이|정상|방지|예방|줄이|노화|수명|두께|압력|(단자|탭|버스바)[가이만]? ?(뜨거|따뜻|발열|열)|\d ?c에서|어디에|운송|배송|격리|실리콘|더 뜨거|부풀었던|꺼졌|전압|용량|만 뜨|규격|기준|추정|디가싱|초음파|검사|전극|크림핑|슬러리|롤|시장|대안|용접/u;
const underLoad = /(충전|방전|사용|운전) ?(중|할|시|하면)|급속/u;

const reports: readonly Report[] = [
  { all: [isCell, isHot, isStated], none: [laboratory, inGeneral, underLoad] },
  { all: [isCell, isHot, isNow], none: [laboratory, inGeneral] },
  { all: [isCell, isSwollen, isNow], none: [laboratory, inGeneral] },
  {
    all: [isCell, /(부풀|커|볼록해|빵빵해|두꺼워) ?(었|졌|올랐)(어|습|음|네|는데)/u],
    none: [laboratory, inGeneral, / 후|충전/u],
  },
  { all: [isCell, isHurt, isStated], none: [laboratory, inGeneral] },
  { all: [isCell, /(떨어[뜨트]렸|떨궜|떨굼|떨어[뜨트]림)/u], none: [laboratory, inGeneral] },
  { all: [isCell, isPerhapsHurt, isAccident], none: [laboratory, inGeneral] },
  { all: [isCell, isPerhapsHurt, isHot], none: [laboratory, inGeneral] },
  { all: [isCell, isPerhapsHurt, isNow, /었|았|졌|렸|했|됐|궜/u], none: [laboratory, inGeneral] },
  { all: [isCell, isLoud, isStated], none: [laboratory, inGeneral, /인버터|연결할 때/u] },
  { all: [isCell, isSmell], none: [laboratory, inGeneral] },
  { all: [isElectrolyte, isBody, isTouched], none: [laboratory, / 방법|젤/u] },
];
