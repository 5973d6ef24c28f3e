/** What a device is called by the browser and the system it says it is: enough to recognize one's own, proof of nothing. */
export interface DeviceName {
  browser: string;
  system: string;
}

/** In order: many browsers also name those they descend from. */
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

/** The names behind a User-Agent header; empty where it names nothing we know. */
export function deviceNameOf(userAgent: string | null): DeviceName {
  return { browser: nameIn(browsers, userAgent), system: nameIn(systems, userAgent) };
}

function nameIn(names: readonly [RegExp, string][], userAgent: string | null): string {
  return names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1] ?? '';
}
