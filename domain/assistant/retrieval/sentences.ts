/** The assistant's fixed sentences for questions without a stored answer. Translations: chat.json, under `sentence`. */
export const sentences = {
  suggest: 'I am not sure which of these you mean. Choose one, or ask an expert.',
  suggestWithoutExpert: 'I am not sure which of these you mean. Choose one, or try other words.',
  none: 'The knowledge base has no checked answer to this. Your question is kept. An expert can answer it.',
  fromFiles: 'This is quoted word for word from your files; no expert has checked it.',
  files:
    'The knowledge base has no checked answer to this, and no passage was found in the files. Your question and its files are kept. An expert can look at them.',
  filesWithoutExpert:
    'The knowledge base has no checked answer to this, and no passage was found in the files. Your question and its files are kept. Try the words of the file.',
  filesOnServer:
    'The knowledge on this device has no checked answer to the words alone. The files are read when your question has reached the server.',
  noneWithoutAccount:
    'The knowledge base has no checked answer to this. Try other words, or one question at a time. With an account you can ask an expert.',
  noneWithoutExpert:
    'The knowledge base has no checked answer to this. Your question is kept. Try other words, or one question at a time.',
  stopped: 'You stopped the answer before its first word.',
  checkedAnswer: 'There is a checked answer now to what you asked earlier.',
  greeting: 'Hello. Ask me about battery cells: making and testing them, their data, standards, suppliers and orders.',
  thanks: 'You are welcome.',
  goodbye: 'Goodbye. Your conversation is kept.',
  goodbyeWithoutAccount: 'Goodbye.',
  identity:
    'I am the assistant of this platform, a program. I answer from entries that experts have checked, and say so when I find none. An expert is a person: use the button below an answer.',
  identityWithoutAccount:
    'I am the assistant of this platform, a program. I answer from entries that experts have checked, and say so when I find none. With an account you can also ask an expert, who is a person.',
  deleteAccount: 'You delete your account under Settings, Account. The page says what is deleted and what stays.',
  password:
    'You change your password in the menu with your initials, top right. If you have forgotten it, sign out and choose “Forgot your password?” on the login page.',
  signIn: 'E-mails with codes can take some minutes, or end in the spam folder. The login page sends a new one.',
  profile: 'You change your name, your e-mail address and your language under Settings, Account.',
  language: 'You change the language in the menu with your initials, top right.',
  appearance: 'You choose light or dark in the menu with your initials, top right.',
  mails: 'You choose which e-mails you get under Settings, Account.',
  subscription:
    'Your plan, and how to change or end it, is on the page Plan and invoices; the administrator of a company finds it under Settings, Subscription.',
  invoices: 'The invoice of an order is in the panel of the order; that of a plan is on the page Plan and invoices.',
  colleagues: 'An administrator of your company invites colleagues under Settings, Users.',
  signOut: 'You sign out in the menu with your initials, top right.',
  unclear: 'I do not understand this. Write a question about battery cells in a few words.',
  offTopic:
    'I found nothing about this. I answer questions about battery cells: making and testing them, their data, standards, suppliers and orders. Other words may help.',
};

export type SentenceName = keyof typeof sentences;
