import { expect, test } from 'vitest';
import { filesMeant, filesToRenew, isForUsersOnly } from '../../../src/workers/used-files.ts';

/** Which files of a new version a device fetches in advance. */

const files = [
  '/assets/online/back-office-Ab_-1234.js',
  '/assets/online/back-office-Cd567890.css',
  '/assets/online/pay-screen-Ef123456.js',
];

test('a new version fetches its files of the pages that this device has used, and no others', () => {
  const used = [
    '/assets/online/back-office-00000000.js',
    '/assets/online/back-office-11111111.css',
    '/assets/logo-22222222.svg',
  ];
  expect(filesToRenew(used, files)).toEqual(files.slice(0, 2));
  expect(filesToRenew([], files)).toEqual([]);
});

test('a file that has not changed is not fetched again', () => {
  expect(filesToRenew(files.slice(0, 1), files)).toEqual([]);
});

test('a page names a file that it has not loaded without its hash', () => {
  const paths = ['/assets/online/back-office.js', '/assets/online/gone.js', '/locales/ko/common.json'];
  expect(filesMeant(paths, files)).toEqual([files[0], ...paths.slice(1)]);
});

test('only files of pages that need a network are left out of the precache', () => {
  expect(files.every(isForUsersOnly)).toBe(true);
  expect(isForUsersOnly('assets/start-12345678.js')).toBe(false);
});
