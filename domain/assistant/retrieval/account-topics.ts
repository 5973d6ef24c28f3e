import type { SentenceName } from './sentences.ts';

/** Requests about the user's own account and the app: each has a sentence that names the place where it is done. */
const topics: readonly { sentence: SentenceName; pattern: RegExp }[] = [
  {
    sentence: 'deleteAccount',
    pattern:
      /\b(?:delete|erase|remove|close|deactivate|cancel) (?:my |our |the |this )?(?:user )?(?:account|profile)\b|계정(?:을|도)? ?(?:삭제|탈퇴|없애|지우|해지|닫)|회원 ?탈퇴|^탈퇴/u,
  },
  {
    sentence: 'password',
    pattern:
      /\b(?:forgot|forgotten|forget|reset|change|lost|new) (?:my |the |a )?(?:pass ?word|pw)\b|비밀번호|패스워드|비번/u,
  },
  {
    sentence: 'signIn',
    pattern:
      /\b(?:verification|confirmation|activation) (?:e ?mail|mail|code)\b|\b(?:can't|cant|cannot|unable to) (?:log|sign) ?in\b|인증 ?(?:번호|메일|코드)|로그인(?:이|을)? ?(?:안|못)/u,
  },
  {
    sentence: 'profile',
    pattern:
      /\b(?:change|update|edit|correct) (?:my|our) (?:user ?name|name|e ?mail|mail|phone|profile)\b|(?:이메일|메일|이름|전화번호|프로필|닉네임)(?: ?주소)?(?:을|를)? ?(?:바꾸|바꿀|변경|수정)/u,
  },
  {
    sentence: 'language',
    pattern:
      /\b(?:change|switch|set) (?:the |my )?(?:app |interface |display |ui )?language\b|언어(?:를)? ?(?:\S+ )?(?:바꾸|바꿀|변경|설정)/u,
  },
  { sentence: 'appearance', pattern: /\b(?:dark|night) (?:mode|theme)\b|(?:다크|야간|어두운) ?(?:모드|테마)/u },
  {
    sentence: 'mails',
    pattern:
      /\b(?:turn|switch) (?:off|on) (?:the |my |all )?(?:notifications?|e ?mails?|mails?|alerts)\b|\bstop (?:sending|mailing|e ?mailing) me\b|\bunsubscribe\b|알림(?:을)? ?(?:꺼|끄|끌|켜)|메일(?:을)? ?(?:그만|안 받)/u,
  },
  {
    sentence: 'subscription',
    pattern:
      /\b(?:cancel|end|stop|upgrade|downgrade|renew|change) (?:my |our |the )?(?:\w+ )?(?:subscription|plan|membership)\b|\bupgrade to (?:pro|premium|plus|basic)\b|\b(?:what|which) plan (?:am i|are we|do (?:i|we) have)\b|\b(?:my|our) (?:free )?trial end|구독(?:을)? ?(?:해지|취소|변경|끊)|요금제(?:를|로)? ?(?:바꾸|바꿀|변경|업|올)/u,
  },
  {
    sentence: 'invoices',
    pattern:
      /\b(?:download|find|get|see|where are|where is) (?:\w+ ){0,3}(?:invoices?|receipts?)\b|(?:청구서|영수증|세금계산서)(?:를|는)? ?(?:\S+ )?(?:다운로드|다운|어디|받)/u,
  },
  {
    sentence: 'colleagues',
    pattern:
      /\b(?:add|invite) (?:a |my |our |new |another )*(?:colleagues?|co ?workers?|team ?mates?|users?|members?)\b|(?:동료|팀원|직원|사용자)(?:를|을)? ?(?:초대|추가)/u,
  },
  {
    sentence: 'signOut',
    pattern: /^(?:how (?:do|can) i |please |pls )?(?:log|sign) ?(?:me )?(?:out|off)(?: please| pls)?$|로그아웃/u,
  },
];

/** Longest request, in words: a longer text asks something else. */
const mostWords = 12;

/** Returns the sentence for a request about the user's account. @param plain the text in lower case, without punctuation */
export function accountTopicIn(plain: string): SentenceName | undefined {
  if (plain.split(' ').length > mostWords) return undefined;
  return topics.find(({ pattern }) => pattern.test(plain))?.sentence;
}
