/** The assistant's fixed sentences for questions without a stored answer. Translations: chat.json, under `sentence`. */
export const sentences = {
  suggest: 'I am not sure which of these you mean. Choose one, or ask an expert.',
  suggestWithoutExpert: 'I am not sure which of these you mean. Choose one, or try other words.',
  none: 'The knowledge base has no checked answer to this. Your question is kept. An expert can answer it.',
  files:
    'The assistant cannot read files, and has no checked answer to the words alone. Your question and its files are kept. An expert can look at them.',
  filesWithoutExpert:
    'The assistant cannot read files, and has no checked answer to the words alone. Your question and its files are kept.',
  noneWithoutAccount:
    'The knowledge base has no checked answer to this. Try other words, or one question at a time. With an account you can ask an expert.',
  noneWithoutExpert:
    'The knowledge base has no checked answer to this. Your question is kept. Try other words, or one question at a time.',
};

export type SentenceName = keyof typeof sentences;
