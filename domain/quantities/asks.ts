/** Patterns of what a question asks for. */

/** Returns a pattern that a question matches when it matches both, in any order. */
export const both = (a: RegExp, b: RegExp): RegExp =>
  new RegExp(`^(?=[^]*(?:${a.source}))(?=[^]*(?:${b.source}))`, 'i');

/** Returns a pattern without questions about both sides together: a loading of both is not that of one side. */
export const ofOneSide = (asked: RegExp): RegExp =>
  new RegExp(`^(?![^]*(?:both (?:sides|faces)|(?:double|two|2)[- ](?:sided|coated)|양면))[^]*(?:${asked.source})`, 'i');
