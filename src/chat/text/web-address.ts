/** Whether a URL may become a link. Knowledge is written by users, so only plain web addresses may. */
export function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url);
}
