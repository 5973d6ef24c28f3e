/** "November 4, 2026", of a moment; invoices count days in UTC, so these do too. */
export function calendarDay(language: string, at: string | null): string {
  if (at === null) return '';
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at));
}
