/** Words without a subject: two questions that share only these have nothing in common. */
export const stopWords: ReadonlySet<string> = new Set(
  `a about again all also always am an and any anybody anyone anything are as at be been being but by can cannot cant could
  did do does doesnt doing dont else etc ever every exactly for from get gets give go goes good got had has have having he her here hey hello hi
  his how i id if ill im in into is isnt it its ive just kind know let lets like lot make makes may maybe me mean means might mine
  more most much must my need needed needs no not now of off ok okay on one ones only or other our out over own per please pls plz
  possible quick quickly really s say see shall she should show so some somebody someone something sort still such sure t take tell than thank thanks that thats the
  their them then there these they thing things think this those to too u up us use used using usually ve very
  want was way we well were what whats when where whether which while who whose why will with within without wont
  would yes yet you your ur whats wanna gonna explain describe question wondering wonder help find idea
  얼마 얼마나 어떻게 어떤 무엇 무슨 뭐 뭔가 뭔지 왜 언제 어디 어느 어느정도 몇 수 것 게 거 건 좀 때 및 등 그 이 저 더 잘 안 못 꼭 다 또 그냥 보통 정도 대략
  어떡 뭘 뭐가 어디서 누가 해야 하나 되나 있나 없나 되나요 하나요 있나요 인가요 인가 할까 좋나요 맞나요 가능 가능한가요 알려주세요 알려줘 궁금 이유
  lunch weekend today yesterday tonight monday tuesday wednesday thursday friday saturday sunday
  점심 저녁 아침 주말 오늘 어제 월요일 화요일 수요일 목요일 금요일 토요일 일요일
  actually basically currently typical typically usual normal normally common commonly`
    .split(/\s+/)
    .filter((word) => word !== ''),
);
