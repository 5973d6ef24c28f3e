import { createInstance } from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { languages } from '#domain/ground/languages.ts';
import { textOfFailedLogin } from '../../../../src/account/sign-in/login-problems.ts';
import accountEn from '../../../../public/locales/en/account.json' with { type: 'json' };
import accountKo from '../../../../public/locales/ko/account.json' with { type: 'json' };

const i18n = createInstance();

beforeAll(() => i18n.init({ ns: ['account'], resources: { en: { account: accountEn }, ko: { account: accountKo } } }));

test.each(languages.map(({ code }) => code))(
  'why a sign-in failed is a sentence in %s, whatever its code',
  (language) => {
    const t = i18n.getFixedT(language, 'account');
    const codes = ['NotAuthorizedException', 'DEACTIVATED', 'UNREACHABLE', 'UNAVAILABLE', 'CLIENT_TOO_OLD', 'NEW_CODE'];
    for (const code of codes) {
      const text = textOfFailedLogin(t, code);
      expect(text).toMatch(language === 'ko' ? /[가-힣].*\.$/ : /^[A-Z].*\.$/);
      expect(text).not.toMatch(/^\w+\.\w+$/);
    }
    expect(textOfFailedLogin(t, 'NEW_CODE')).toContain('NEW_CODE');
    const warned = textOfFailedLogin(t, 'NotAuthorizedException', { triesLeft: 1 });
    expect(warned).toContain(textOfFailedLogin(t, 'NotAuthorizedException'));
    expect(warned).toMatch(language === 'ko' ? /한 번 더/ : /one try left/);
  },
);
