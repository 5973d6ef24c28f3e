/** Knowledge is written by people: only plain web addresses become links. */
export function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url);
}
