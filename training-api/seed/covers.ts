/** How many colourings of each cover there are. */
const colourings: Readonly<Record<string, number>> = {
  cable: 3, confined: 3, crane: 3, electric: 3, fire: 3, forklift: 3, height: 3, machine: 3, onboard: 3, shield: 3, team: 3, welding: 3,
}

/** The picture of a course or plan: a design in one of its colourings. */
export function coverOf(design: string, id: number): string {
  const count = colourings[design]
  return `/train/file/cover/${count === undefined ? 'plain' : design}-${(id % (count ?? 3)) + 1}.svg`
}
