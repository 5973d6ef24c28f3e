/** Browser and system that a device claims in its User-Agent: enough to recognize one's own device, but no proof. */
export interface DeviceName {
  browser: string;
  system: string;
}

/** The order matters: many browsers also name the browsers they are derived from. */
const browsers: [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPiOS\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Parses a User-Agent header. @returns an empty string for each name that is not known */
export function deviceNameOf(userAgent: string | null): DeviceName {
  return { browser: nameIn(browsers, userAgent), system: nameIn(systems, userAgent) };
}

function nameIn(names: readonly [RegExp, string][], userAgent: string | null): string {
  return names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1] ?? '';
}
