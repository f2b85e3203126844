import type { Level } from '@/components/study/video/hls'

/** The height that was chosen last, 0 for automatic: as long as the page is open, like the network it was chosen for. */
let chosenHeight = 0

/** Remembers the height of a chosen level, -1 for automatic, for whatever is opened next. */
export function chooseLevel(levels: readonly Level[], index: number): void {
  chosenHeight = levels.find((level) => level.index === index)?.height ?? 0
}

/** The level a stream begins with: of the chosen height, at the best of its rates; -1 for automatic, also where it has none of that height. */
export function firstLevel(levels: readonly Level[]): number {
  return chosenHeight === 0 ? -1 : (levels.findLast(({ height }) => height === chosenHeight)?.index ?? -1)
}
