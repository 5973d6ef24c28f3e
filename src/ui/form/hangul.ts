/** Characters from which on the font of a box decides how fast it is. */
const longChars = 2000;

const hangul = /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]/;

/**
 * Whether a box shows its text in a font that has Hangul itself (`--font-hangul`). With another first font, Chromium
 * looks for a fallback at each change between Hangul and a space, in the whole paragraph and at each key: seconds for a
 * long text that is pasted. Other texts keep the font of the page.
 */
export function isLongHangul(text: string): boolean {
  return text.length >= longChars && hangul.test(text);
}

/** Sets that font before a text is pasted, because the box is laid out with the text before its first event. */
export function readyForPaste(box: Pick<HTMLTextAreaElement, 'value' | 'dataset'>, pasted: string): void {
  if (isLongHangul(box.value + pasted)) box.dataset['hangul'] = 'true';
}
