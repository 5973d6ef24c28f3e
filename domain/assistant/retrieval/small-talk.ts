import { accountTopicIn } from './account-topics.ts';
import type { SentenceName } from './sentences.ts';
import { sumIn } from './sum.ts';

/** Reply to a text that is no question about batteries: a fixed sentence, also about the account, or the result of a sum. */
export type SmallTalk = { sentence: SentenceName } | { sum: string };

/** Returns what to reply to small talk and sums; undefined for any other text. */
export function smallTalkIn(text: string): SmallTalk | undefined {
  const sum = sumIn(text);
  if (sum !== undefined) return { sum };
  const plain = text
    .slice(0, 100)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s']/gu, ' ')
    .trim()
    .replaceAll(/\s+/g, ' ');
  const sentence = kinds.find(({ pattern }) => pattern.test(plain))?.sentence ?? accountTopicIn(plain);
  return sentence === undefined ? undefined : { sentence };
}

/** The whole text must match: "hello, how thick is the foil" is a question. */
const kinds: readonly { sentence: SentenceName; pattern: RegExp }[] = [
  {
    sentence: 'greeting',
    pattern:
      /^((hi|hello|hey|hallo|good (morning|afternoon|evening|day)|greetings)( there| all| everyone| bot| team)?( how are you( today)?)?|how are you( doing| today)?|what's up|안녕|안녕하세요|반갑습니다|반가워요?)$/u,
  },
  {
    sentence: 'thanks',
    pattern:
      /^(ok |okay |great |perfect |super |cool )?(thanks|thank you|thx|ty|cheers|danke|merci|고마워요?|고맙습니다|감사합니다|감사해요)( a lot| so much| very much| again| for (the|your) (help|answer)| that was (great|helpful|good))?$|^(ok|okay|great|perfect|super|cool|nice|good|got it|i see|네|넵|알겠습니다|좋아요)$/u,
  },
  {
    sentence: 'identity',
    pattern:
      /^((who|what) are you|are you (a |an )?(robot|bot|ai|real|machine|person|human)( or (a |an )?(robot|bot|ai|real|machine|person|human))?|what's your name|what is your name|what can you do|what can i ask( you)?|who made you|너는 누구야|누구세요|누구니|로봇이야|로봇인가요|사람인가요|뭘 할 수 있어요?|무엇을 할 수 있나요|이름이 뭐예요|이름이 뭐야)$/u,
  },
  {
    sentence: 'goodbye',
    pattern:
      /^((bye|goodbye|good night)( bye)?( see you( later| soon| tomorrow)?)?|see you( later| soon| tomorrow)?|안녕히 계세요|수고하세요|잘 있어요?)$/u,
  },
];
