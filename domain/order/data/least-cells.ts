/** Smallest number of cells of a build, by the code of the format. Fewer are not built. Own figures. */
export const leastCells: Readonly<Record<string, number>> = {
  '18650': 20,
  '21700': 20,
  '26650': 20,
  '32140': 10,
  '4680': 10,
  '2032 coin': 5,
  'pouch single-layer': 5,
  'pouch multi-layer': 10,
  prismatic: 5,
};
