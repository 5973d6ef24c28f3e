/** Returns what is wrong with a file by its name and size, if anything. @param bytes largest size that is taken */
export function fileProblem(
  { name, size }: Pick<File, 'name' | 'size'>,
  { endings, bytes }: { endings: readonly string[]; bytes: number },
): 'wrongType' | 'tooLarge' | undefined {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  if (!endings.includes(ending)) return 'wrongType';
  return size > bytes ? 'tooLarge' : undefined;
}
