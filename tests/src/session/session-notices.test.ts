import { createInstance } from 'i18next';
import { expect, test, vi } from 'vitest';
import { sessionNotices } from '../../../src/session/session-notices.ts';
import * as shownNotices from '../../../src/ui/notice/notice.tsx';
import chatKo from '../../../public/locales/ko/chat.json' with { type: 'json' };
import commonKo from '../../../public/locales/ko/common.json' with { type: 'json' };

test('an error of a chat is worded in the language of the reader by its code; words without a code are shown', async () => {
  const i18n = createInstance();
  await i18n.init({
    lng: 'ko',
    ns: ['common', 'chat'],
    defaultNS: 'common',
    interpolation: { escapeValue: false },
    resources: { ko: { common: commonKo, chat: chatKo } },
  });
  const showNotice = vi.spyOn(shownNotices, 'showNotice').mockReturnValue(() => {});
  const { chatFailed } = sessionNotices(i18n);
  chatFailed('Too many requests. Wait a moment, then try again.', 'RATE_LIMITED');
  chatFailed('Something new.', 'NEW_CODE');
  chatFailed('The expert has left the building.');
  expect(showNotice.mock.calls.map(([{ title, detail }]) => [title, detail])).toEqual([
    ['전문가 채팅', chatKo.reason.RATE_LIMITED],
    ['전문가 채팅', chatKo.reason.other.replace('{{code}}', 'NEW_CODE')],
    ['전문가 채팅', 'The expert has left the building.'],
  ]);
});
