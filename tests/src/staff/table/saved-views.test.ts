import { expect, test } from 'vitest';
import { type SavedView, shownView, withView } from '../../../../src/staff/table/saved-views.ts';

/** The saved views of a list. */

const view = (id: string, about: Partial<SavedView> = {}): SavedView => ({
  id,
  name: id,
  address: `status=${id}`,
  hidden: [],
  isDefault: false,
  ...about,
});

test('views are listed by name, and saving one again replaces it', () => {
  const both = withView(withView([], view('b')), view('a'));
  expect(both.map(({ name }) => name)).toEqual(['a', 'b']);
  expect(withView(both, view('b', { name: 'A first' })).map(({ name }) => name)).toEqual(['a', 'A first']);
});

test('a list opens with one view at most', () => {
  const views = withView([view('a', { isDefault: true })], view('b', { isDefault: true }));
  expect(views.filter(({ isDefault }) => isDefault).map(({ id }) => id)).toEqual(['b']);
});

test('a view is shown while search, filters, sorting and columns are its own', () => {
  const views = [view('a'), view('b', { hidden: ['company', 'due'] })];
  expect(shownView(views, 'status=a', new Set())?.id).toBe('a');
  expect(shownView(views, 'status=b', new Set(['due', 'company']))?.id).toBe('b');
  expect(shownView(views, 'status=b', new Set(['due']))).toBeUndefined();
  expect(shownView(views, '', new Set())).toBeUndefined();
});
