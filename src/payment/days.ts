/** Formats a date such as "November 4, 2026", in UTC like the invoices; '' for null. */
export function calendarDay(language: string, at: string | null): string {
  if (at === null) return '';
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at));
}
